import random,sys
from tests.reference import shuffles
from dealproof.replay.archive.statistics import DECK_STATISTICS
class Words(shuffles.SmallWords):
    def __init__(self,rng,bits): self.rng=rng; self.bits=bits; self.values=1<<bits
    def word(self): return self.rng.getrandbits(self.bits)
n=int(sys.argv[1])
for w in shuffles.WRONG:
  for bits in (8,16):
    for m in (20,100,500,2000):
        rng=random.Random(7)
        T=[[0]*s.cells(n) for s in DECK_STATISTICS]
        for _ in range(m):
            o=w(Words(rng,bits),n)
            for s,t in zip(DECK_STATISTICS,T): s.count(o,t)
        rs=[r for s,t in zip(DECK_STATISTICS,T) for r in s.test(t,n,m)]
        print(w.__name__,bits,m,{r.name:f"{r.p:.0e}" for r in rs if r.p<1e-4})
        if m>=500 and sum(r.p<1e-8 for r in rs)>=1: break
