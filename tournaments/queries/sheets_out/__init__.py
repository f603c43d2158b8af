"""Lists for spreadsheets: each is described once, and written as CSV and as XLSX."""
