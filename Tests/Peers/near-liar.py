"""A near side that means ill: near-liar.py SOCKET TRICK; answers each connection with a welcome and then a lie."""
import socket, struct, sys, threading, time

path, trick = sys.argv[1:]


def text(string):
    data = string.encode()
    return struct.pack('<I', len(data)) + data


def frame(kind, request, payload=b'', length=None):
    return struct.pack('<IBI', len(payload) if length is None else length, kind, request) + payload


def value(request, count): return frame(64, request, text('') + b'\x08' + struct.pack('<QQ', count, count))


def refusals(*requests): return b''.join(frame(67, request, b'\2' + text('no')) for request in requests)


def names(request, *list): return frame(33, request, text('') * 3 + struct.pack('<I', len(list)) + b''.join(map(text, list)))


welcome = frame(32, 0, struct.pack('<HB', 1, 3))
tricks = {
    'another-protocol': lambda end: end.sendall(b'HTTP/1.1 200 OK\r\n\r\n'),
    'no-answer': lambda end: time.sleep(60),
    'closes': lambda end: end.shutdown(socket.SHUT_RDWR),
    'welcome-alone': lambda end: (end.sendall(welcome), time.sleep(60)),
    'other-version': lambda end: end.sendall(frame(32, 0, struct.pack('<HB', 9, 3))),
    'huge-frame': lambda end: end.sendall(welcome + frame(33, 1, b'', 0xFFFFFFFF)),
    'huge-value': lambda end: end.sendall(welcome + names(1, 'text/plain') + value(2, 1 << 60)),
    'short-value': lambda end: end.sendall(welcome + names(1, 'text/plain') + value(2, 10) + frame(65, 2, b'abc') + frame(66, 2)),
    'long-value': lambda end: end.sendall(welcome + names(1, 'text/plain') + value(2, 1) + frame(65, 2, b'abc')),
    'names-that-lie': lambda end: end.sendall(welcome + frame(33, 1, text('') * 3 + struct.pack('<I', 0xFFFF))),
    'value-for-names': lambda end: end.sendall(welcome + value(1, 3)),
    'escape': lambda end: end.sendall(welcome + frame(67, 1, b'\7' + text('\x1b]0;owned\x07\n\x1b[2J' + 'x' * 300))),
    'asking-for-ever': lambda end: (end.sendall(welcome + frame(39, 1)), time.sleep(120)),
    'trickle': lambda end: [(end.sendall(byte), time.sleep(0.3)) for byte in map(lambda b: bytes([b]), welcome + names(1, 'text/plain') + bytes(10**6))],
}
# Not a lie: answers and refusals that come in one piece.
tricks['refuses-at-once'] = lambda end: (
    end.sendall(welcome + names(1, 'text/plain', 'text/html', 'text/csv', 'text/rtf', 'text/markdown')), end.recv(1 << 16),
    end.sendall(value(2, 3) + frame(65, 2, b'abc') + frame(66, 2) + refusals(3, 4, 5, 6)))
server = socket.socket(socket.AF_UNIX)
server.bind(path)
server.listen(16)
print('listening', flush=True)


def serve(end):
    try:
        end.recv(1 << 16)
        tricks[trick](end)
        while end.recv(1 << 16): pass
    except OSError: pass


while True: threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
