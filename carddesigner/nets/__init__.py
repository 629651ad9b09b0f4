"""Pieces folded from one flat part: blocks, drums and boxes as panels, folds and cuts. Pure geometry, in points, y
down. A die is seen from its printed side; all folds go away from the viewer by a right angle.
"""
