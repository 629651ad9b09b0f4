"""The Python interface behind ``import carddesigner``: decks, cards and faces as values to inspect, change and
print.
"""
