"""From counts, rows and keys to a report: every test that a plan asks for, and what an archive lacks.

tested      one test with whom it is about, whether its table was fixed in size or may be read at any time
tables      tests of the tables of counts
sequences   tests of hands one after another: serial correlation, coupon collector
bets        e-processes on void hands, on those that were kept, and on accounts
refusals    seats and accounts that do not open their seed
whole       all of it in one pass over the rows, and the report
"""
