"""Impose faces on sheets: grids, duplex modes, marks. Pure geometry."""
