"""Faces to sheets: grids, duplex, marks. Pure geometry."""
