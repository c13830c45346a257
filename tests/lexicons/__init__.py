"""The lexicons: made anew from their sources, and what is in them."""
