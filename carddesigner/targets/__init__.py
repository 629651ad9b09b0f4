"""What printers, services and print houses require of files: a small YAML file for each, used both to make and to check
files.
"""
