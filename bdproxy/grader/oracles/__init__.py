"""What is reported beside the failure modes: pure functions like the detectors."""
