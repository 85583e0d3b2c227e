"""What tells of a life without naming it: dates, times, ages, postal addresses, attributes."""
