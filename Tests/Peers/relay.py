"""Passes connections on between two sockets as a network would: relay.py LISTEN TARGET [latency=MS] [rate=BYTES]
[break=FRAMES] [within] [late-close]

latency is that of a round trip, to which the opening of a connection adds one, as a forward of ssh does. break cuts a
connection after so many frames of both sides, with `within` in the middle of the next one. late-close keeps the other
side open for 300 ms after one has closed. Writes "listening", then for each connection that ends a line: how many round
trips there were, and how many frames.
"""
import os, select, socket, struct, sys, threading, time

listen, target, *words = sys.argv[1:]
options = dict(word.split('=') if '=' in word else (word, '1') for word in words)
latency = float(options.get('latency', 0)) / 1000
rate = int(options.get('rate', 0))
limit = int(options['break']) if 'break' in options else None


class Connection:
    def __init__(self, far):
        self.far, self.frames, self.trips, self.last, self.lock = far, 0, 1, None, threading.Lock()
        self.near = socket.socket(socket.AF_UNIX)
        self.open = 2

    def run(self):
        if latency: time.sleep(latency)
        self.near.connect(target)
        for source, sink, name in ((self.far, self.near, 'far'), (self.near, self.far, 'near')):
            threading.Thread(target=self.pump, args=(source, sink, name), daemon=True).start()

    def cut(self):
        for end in (self.far, self.near):
            try: end.shutdown(socket.SHUT_RDWR)
            except OSError: pass

    def pump(self, source, sink, name):
        rest = b''
        try:
            while True:
                data = source.recv(1 << 16)
                if not data: break
                with self.lock:
                    # What the far side says after the near side has answered is a further round trip.
                    if name == 'far' and self.last != 'far': self.trips += 1
                    self.last = name
                if latency: time.sleep(latency / 2)
                if limit is None:
                    self.send(sink, data)
                    continue
                rest += data
                while len(rest) >= 9:
                    end = 9 + struct.unpack('<I', rest[:4])[0]
                    if len(rest) < end: break
                    with self.lock:
                        if self.frames == limit:
                            if 'within' in options: sink.sendall(rest[:end - 1])
                            return self.cut()
                        self.frames += 1
                    self.send(sink, rest[:end])
                    rest = rest[end:]
        except OSError: pass
        finally:
            if 'late-close' in options: time.sleep(0.3)
            try: sink.shutdown(socket.SHUT_WR)
            except OSError: pass
            with self.lock:
                self.open -= 1
                if not self.open: print('round trips', self.trips, 'frames', self.frames, flush=True)

    def send(self, sink, data):
        if not rate: return sink.sendall(data)
        for start in range(0, len(data), 1000):
            piece = data[start:start + 1000]
            sink.sendall(piece)
            time.sleep(len(piece) / rate)


server = socket.socket(socket.AF_UNIX)
server.bind(listen)
server.listen(64)
print('listening', flush=True)
while True:
    connection = Connection(server.accept()[0])
    threading.Thread(target=connection.run, daemon=True).start()
