"""Decks for virtual tables: sheets of pictures, tiles as models, and the saved object that refers to them.

Tabletop Simulator's files are written as its makers document them:
https://kb.tabletopsimulator.com/custom-content/save-file-format/ (the classes that are saved),
https://kb.tabletopsimulator.com/custom-content/asset-creation/ (pictures), .../custom-deck/, .../custom-model/, and
https://api.tabletopsimulator.com/custom-game-objects/ (shapes of cards), https://api.tabletopsimulator.com/object/
(memo); read in November 2026.
"""
