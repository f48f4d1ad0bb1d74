"""Connects to the socket argv[1], and becomes the program argv[2:] with that connection."""
import os, socket, sys
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
os.set_inheritable(s.fileno(), True)
os.environ["WAYLAND_SOCKET"] = str(s.fileno())
os.execv(sys.argv[2], sys.argv[2:])
