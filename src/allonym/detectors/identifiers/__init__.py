"""What has a form of its own: addresses of the internet, numbers with checks, codes, money."""
