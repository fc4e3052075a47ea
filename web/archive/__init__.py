"""The audit of a whole archive: chunks of records in, a folder with a report out.

reading     records as numbered chunks, and the hash of all of them; parquet reads one kind of source
engines/    the seam `map_chunks`: processes of this machine, Ray, or Dask
audit       the first pass, in which every chunk is counted once; pace is how fast it goes
spool       what each chunk came to, three files a chunk, so that a killed run goes on
sorting     rows of all chunks in the order of play, in flat memory
log_facts   what a transparency log adds
report/     the folder of the report; published finds those that a site shows
"""
