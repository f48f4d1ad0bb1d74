"""Copies and pastes over a shared clipboard's socket for a while: far-soak.py SOCKET PROCESS SECONDS

Once a second it copies, and pastes as often as it can, each time over a connection of its own; every tenth connection
breaks off in the middle. Ends with status 1 if memory or open files of the process grow.
"""
import os, socket, struct, sys, time

path, process, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])


def text(string):
    data = string.encode()
    return struct.pack('<I', len(data)) + data


def frame(kind, request, payload=b''): return struct.pack('<IBI', len(payload), kind, request) + payload


class Far:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.socket.sendall(frame(1, 0, b'pasteboard' + struct.pack('<H', 1) + text('soak')))

    def frames(self):
        rest = b''
        while True:
            while len(rest) >= 9 and len(rest) >= 9 + struct.unpack('<I', rest[:4])[0]:
                count, kind, request = struct.unpack('<IBI', rest[:9])
                yield kind, request, rest[9:9 + count]
                rest = rest[9 + count:]
            data = self.socket.recv(1 << 16)
            if not data: return
            rest += data

    def copy(self, number):
        names = ['text/markdown', 'text/plain', 'image/png']
        values = [b'# Title %d\n' % number, b'# Title %d\n' % number, os.urandom(50_000)]
        message = frame(5, 1, text('general') + b'\0\1' + struct.pack('<I', 3) + b''.join(map(text, names)))
        for index, value in enumerate(values):
            message += frame(6, 1, struct.pack('<I', index))
            message += frame(64, 1, text('') + b'\x08' + struct.pack('<QQ', len(value), len(value)))
            message += frame(65, 1, value) + frame(66, 1)
        self.socket.sendall(message + frame(7, 1))
        return next(payload for kind, request, payload in self.frames() if request == 1)

    def paste(self, breaks):
        self.socket.sendall(frame(2, 1, text('general') + text('') + struct.pack('<I', 2000)))
        for number, name in enumerate(['text/markdown', 'image/png'], 2):
            self.socket.sendall(frame(3, number, text('general') + text(name) + text('') + b'\0' + struct.pack('<QQI', 0, 1 << 20, 2000)))
        if breaks: return
        ends = 0
        for kind, request, payload in self.frames():
            if kind == 67: raise SystemExit(f'a paste failed: {payload!r}')
            ends += kind == 66
            if ends == 2: return


def state():
    with open(f'/proc/{process}/status', encoding='ascii') as status:
        memory = next(int(line.split()[1]) for line in status if line.startswith('VmRSS'))
    return memory, len(os.listdir(f'/proc/{process}/fd'))


start, copies, pastes, early = time.monotonic(), 0, 0, None
while time.monotonic() < start + seconds:
    passed = time.monotonic() - start
    if passed >= copies * 1.2:
        assert Far().copy(copies) == b'\1', 'a copy was not kept'
        copies += 1
    Far().paste(pastes % 10 == 9)
    pastes += 1
    if early is None and passed > seconds / 5: early = state()
time.sleep(2)
late = state()
print(f'{copies} copies, {pastes} pastes: {early[0]} then {late[0]} KiB resident, {early[1]} then {late[1]} files')
if late[0] > early[0] + 1024 or late[0] > 30 << 10 or late[1] > early[1] + 2:
    sys.exit('the service has grown')
