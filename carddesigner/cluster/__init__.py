"""Jobs done on the machines of a Dask cluster: what a deck may read is sent there, and only what comes of it comes back."""
