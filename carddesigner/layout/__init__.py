"""Lay out zones as items, and running text as pages."""
