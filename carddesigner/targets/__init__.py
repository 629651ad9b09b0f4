"""What printers, services and print houses want of files: a small YAML file each, read by those who judge files and who make them."""
