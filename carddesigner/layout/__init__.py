"""Zones to items; running text to pages."""
