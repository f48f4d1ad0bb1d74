"""A far side that means ill: far-liar.py SOCKET TRICK; writes "closed" when it is cut off, else what came."""
import os, socket, struct, sys, time

path, trick = sys.argv[1:]
end = socket.socket(socket.AF_UNIX)
end.settimeout(60)
end.connect(path)


def text(string):
    data = string if isinstance(string, bytes) else string.encode()
    return struct.pack('<I', len(data)) + data


def frame(kind, request, payload=b'', length=None):
    return struct.pack('<IBI', len(payload) if length is None else length, kind, request) + payload


hello = frame(1, 0, b'pasteboard' + struct.pack('<H', 1) + text('liar'))
own = lambda request, names: frame(5, request, text('general') + b'\0\1' + struct.pack('<I', len(names)) + b''.join(map(text, names)))
value = lambda request, count: frame(64, request, text('') + b'\x08' + struct.pack('<QQ', count, count))
push = lambda request, index: frame(6, request, struct.pack('<I', index))
commit = lambda request: frame(7, request)
tricks = {
    'no-introduction': lambda: frame(2, 1, text('general') + text('') + struct.pack('<I', 1000)),
    'another-protocol': lambda: b'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    'ssh': lambda: b'SSH-2.0-OpenSSH_9.2\r\n',
    'huge-frame': lambda: hello + frame(65, 1, b'', 0xFFFFFFFF),
    'huge-value': lambda: hello + own(1, ['text/plain']) + push(1, 0) + value(1, 1 << 62),
    'short-value': lambda: hello + own(1, ['text/plain']) + push(1, 0) + value(1, 10) + frame(65, 1, b'abc') + frame(66, 1) + commit(1),
    'long-value': lambda: hello + own(1, ['text/plain']) + push(1, 0) + value(1, 2) + frame(65, 1, b'abc') + frame(66, 1) + commit(1),
    'names-that-lie': lambda: hello + frame(5, 1, text('general') + b'\0\1' + struct.pack('<I', 0xFFFFFF) + text('a')),
    'name-too-long': lambda: hello + own(1, ['x' * 2000]) + commit(1),
    'twice-the-same': lambda: hello + own(1, ['a/a', 'a/a']) + commit(1),
    'commit-alone': lambda: hello + commit(1),
    'push-without-name': lambda: hello + own(1, ['a/a']) + push(1, 7) + value(1, 1),
    'piece-of-nothing': lambda: hello + frame(65, 3, b'abc'),
    'answers-nobody-asked': lambda: hello + value(1 << 31 | 5, 3),
    'number-of-the-other-side': lambda: hello + frame(2, 1 << 31, text('general') + text('') + struct.pack('<I', 1000)),
    'number-in-use': lambda: hello + own(1, ['a/a']) + own(1, ['b/b']),
    'own-history': lambda: hello + frame(5, 1, text('pb.history') + b'\0\1' + struct.pack('<I', 1) + text('a/a')) + commit(1),
    'not-utf8': lambda: hello + own(1, [b'\xff\xfe']) + commit(1),
    'near-message': lambda: hello + frame(34, 1, b'\1'),
    'unknown-kind': lambda: hello + frame(200, 1),
}
if trick == 'flood':
    # Takes the clipboard as often as it can, and goes on when it is refused.
    end.sendall(hello)
    print('sent', flush=True)
    for number in range(1, 10_000_000):
        try:
            end.sendall(own(number, ['text/plain']) + push(number, 0) + value(number, 4) + frame(65, number, b'evil')
                + frame(66, number) + commit(number))
            if not end.recv(1 << 16): break
        except OSError: break
elif trick == 'many-reads':
    end.sendall(hello)
    for number in range(1, 5000):
        try: end.sendall(frame(2, number, text('general') + text('') + struct.pack('<I', 1000)))
        except OSError: break
elif trick == 'silent': pass
elif trick == 'half-a-frame': end.sendall(hello + own(1, ['a/a'])[:-3])
else: end.sendall(tricks[trick]())
print('sent', flush=True)
came = b''
try:
    while True:
        data = end.recv(1 << 16)
        if not data: break
        came += data
except OSError: pass
print('closed', len(came), flush=True)
