// A Swift program that only prints: what a start costs at least.
print("true")
