"""Zones to items; Markdown to instruction cards."""
