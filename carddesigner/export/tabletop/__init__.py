"""Decks as a virtual table takes them: sheets of pictures, tiles as models, and the saved object that names them.

What is written of Tabletop Simulator's files is what its makers say of them:
https://kb.tabletopsimulator.com/custom-content/save-file-format/ (the classes that are saved),
https://kb.tabletopsimulator.com/custom-content/asset-creation/ (pictures), .../custom-deck/, .../custom-model/, and
https://api.tabletopsimulator.com/custom-game-objects/ (shapes of cards), https://api.tabletopsimulator.com/object/ (memo);
read in November 2026.
"""
