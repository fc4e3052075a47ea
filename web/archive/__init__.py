"""The audit of a whole archive: chunks of records in, a folder with a report out.

engines/    the seam `map_chunks`: processes of this machine, Ray, or Dask
spool       what each chunk came to, a file a chunk, so that a killed run goes on
sorting     rows of all chunks in the order of play, in flat memory
"""
