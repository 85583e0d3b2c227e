"""Step 4: the rules of a profile say what is done with an entity; exemptions and conditions are minded here."""
