"""Measurements: they print, and decide no test."""
