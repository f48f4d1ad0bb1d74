"""A program on a compositor of Wayland that owns what is copied, or reads it, as badly as a scene wants: the wire by itself."""
import array, os, socket, struct, threading

MANAGERS = ['ext_data_control_manager_v1', 'zwlr_data_control_manager_v1']


class Client:
    """Connects, and takes up data control; what comes is handled in a thread."""

    def __init__(self, environment):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(environment['XDG_RUNTIME_DIR'], environment['WAYLAND_DISPLAY']))
        self.bytes, self.files, self.globals = b'', [], {}
        self.offered, self.selection, self.last = {}, None, 1
        self.asked = []         # the pipes of those who have asked for something
        self.answer = lambda pipe: None
        self.done = threading.Event()
        self.send(1, 1, self.new())
        self.sync()
        name, manager = next((self.globals[name], name) for name in MANAGERS if name in self.globals)
        self.manager = self.new()
        self.send(2, 0, name, manager, 1, self.manager)
        seat = self.new()
        self.send(2, 0, self.globals['wl_seat'], 'wl_seat', 1, seat)
        self.device = self.new()
        self.send(self.manager, 1, self.device, seat)
        self.sync()

    def new(self):
        self.last += 1
        return self.last

    def send(self, target, opcode, *arguments, file=None):
        body = b''
        for argument in arguments:
            if isinstance(argument, str):
                text = argument.encode() + b'\0'
                body += struct.pack('=I', len(text)) + text + b'\0' * (-len(text) % 4)
            else:
                body += struct.pack('=I', argument)
        message = struct.pack('=II', target, (8 + len(body)) << 16 | opcode) + body
        files = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [file]))] if file is not None else []
        sent = self.socket.sendmsg([message], files)
        self.socket.sendall(message[sent:])

    def sync(self):
        """Takes what comes until the compositor has come to here."""
        callback = self.new()
        self.send(1, 0, callback)
        while self.take() != callback: pass

    def take(self):
        """Handles one message; the number of a callback that was called."""
        while len(self.bytes) < 8 or len(self.bytes) < struct.unpack_from('=I', self.bytes, 4)[0] >> 16:
            data, control, _, _ = self.socket.recvmsg(1 << 16, 1 << 10)
            if not data: raise ConnectionError('the compositor is gone')
            self.bytes += data
            for _, _, numbers in control: self.files += array.array('i', numbers)
        target, word = struct.unpack_from('=II', self.bytes)
        size, opcode = word >> 16, word & 0xFFFF
        body, self.bytes = self.bytes[8:size], self.bytes[size:]
        if target == 1 and opcode == 0: raise ConnectionError(body[12:].decode(errors='replace'))
        if target == 2 and opcode == 0:
            name, length = struct.unpack_from('=II', body)
            self.globals[body[8:7 + length].decode()] = name
        elif target == getattr(self, 'device', 0):
            number, = struct.unpack_from('=I', body)
            if opcode == 0: self.offered[number] = []
            if opcode == 1: self.selection = number
        elif target in self.offered:
            self.offered[target].append(body[4:].rstrip(b'\0').decode())
        elif target == getattr(self, 'source', 0):
            if opcode == 0:
                pipe = self.files.pop(0)
                self.asked.append(pipe)
                self.answer(pipe)
        elif opcode == 0 and len(body) == 4 and target > 1:
            return target
        return None

    def own(self, names, answer):
        """Offers names, and gives each pipe to `answer`, until the compositor is gone."""
        self.answer = answer
        self.source = self.new()
        self.send(self.manager, 0, self.source)
        for name in names: self.send(self.source, 0, name)
        self.send(self.device, 0, self.source)
        self.sync()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        try:
            while True: self.take()
        except OSError: pass

    def ask(self, name):
        """A pipe that a form of what is copied is written to."""
        reading, writing = os.pipe()
        self.send(self.selection, 0, name, file=writing)
        os.close(writing)
        return reading

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        for pipe in self.asked:
            try: os.close(pipe)
            except OSError: pass
