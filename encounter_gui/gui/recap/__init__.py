"""The recap at the end of a fight: what happened, what turned it, and what the party keeps."""
