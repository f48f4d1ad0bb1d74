"""Converts a text with the program argv[1], whose standard streams are pipes that never block."""
import array, fcntl, os, subprocess, sys, termios, threading
from_us, to_program = os.pipe(); from_program, to_us = os.pipe()
for end in (from_us, to_us): os.set_blocking(end, False)
program = subprocess.Popen([sys.argv[1], 'convert', '--from', 'md', '--to', 'md', '-'], stdin=from_us, stdout=to_us)
for end in (from_us, to_us): os.close(end)
def held(pipe):
    count = array.array('i', [0]); fcntl.ioctl(pipe, termios.FIONREAD, count); return count[0]
text = ''.join('Line %d.\n\n' % n for n in range(40000)).encode()
for part in (text[:1000], text[1000:]):
    # The program asks for more than is there.
    while held(to_program): pass
    os.write(to_program, part)
os.close(to_program)
# And it has more than the pipe takes.
while held(from_program) < 1 << 16: pass
out = b''
while piece := os.read(from_program, 1 << 20): out += piece
assert program.wait() == 0 and out == text, (program.returncode, len(out), len(text))
