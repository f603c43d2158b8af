"""No models either."""
