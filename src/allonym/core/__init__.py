"""The vocabulary of allonym: values, protocols, labels and errors; standard library only."""
