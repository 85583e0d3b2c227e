"""What a person says of plans: a sheet for each document, commands that change it, a journal that keeps them."""
