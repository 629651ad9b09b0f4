"""Inks of a printing press: ICC profiles, conversion of colours and pictures to inks, and limits of total ink."""
