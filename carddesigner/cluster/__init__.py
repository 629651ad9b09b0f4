"""Jobs on the machines of a Dask cluster: the files that a deck may read are sent to the workers, and only results come
back.
"""
