// Placeholder until the tool is written.
