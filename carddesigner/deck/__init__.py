"""A deck as a whole: cards, columns, references, translations, glossary, keywords, assets."""
