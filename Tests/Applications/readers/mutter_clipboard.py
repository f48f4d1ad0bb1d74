#!/usr/bin/python3
"""GNOME's clipboard by the interface of remote desktops, with GLib's D-Bus: mutter_clipboard.py COMMAND

  own TYPE=FILE…     offers files until something else is copied; writes a line for each type that is asked for
  list               writes the types that are there, a line each
  read TYPE          writes the bytes
  owners SECONDS     writes a line for each owner in that time: its types
  press KEYS…        presses keys in the window that has the focus (codes of evdev, held together with a +); it alone starts
                     its session, as a person at a remote desktop would
"""
import os, sys, time

import gi
gi.require_version('Gio', '2.0')
from gi.repository import Gio, GLib

NAME, PATH = 'org.gnome.Mutter.RemoteDesktop', '/org/gnome/Mutter/RemoteDesktop'
SESSION = NAME + '.Session'
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
loop = GLib.MainLoop()
session = bus.call_sync(NAME, PATH, NAME, 'CreateSession', None, None, 0, 10000, None).unpack()[0]
# The loop of this program has not run yet: what is said until then waits for it.
owner = {'types': [], 'heard': False}


def call(method, arguments=None):
    return bus.call_with_unix_fd_list_sync(NAME, session, SESSION, method, arguments, None, 0, 10000, None, None)


def descriptor(method, arguments):
    answer, descriptors = call(method, arguments)
    number = descriptors.get(answer.unpack()[0])
    os.set_blocking(number, True)
    return number


def heard(_connection, _sender, _path, _interface, signal, parameters):
    if signal == 'SelectionOwnerChanged':
        options = parameters.unpack()[0]
        owner.update(types=options.get('mime-types', ([],))[0], own=options.get('session-is-owner', False))
        if command == 'owners': print(' '.join(owner['types']) or '-', flush=True)
        if command == 'own':
            if owner['heard'] and not owner['own']: loop.quit()
            owner['heard'] = owner['heard'] or owner['own']
    elif signal == 'SelectionTransfer':
        name, serial = parameters.unpack()
        print(name, flush=True)
        with open(descriptor('SelectionWrite', GLib.Variant('(u)', (serial,))), 'wb') as pipe:
            try: pipe.write(files[name])
            except BrokenPipeError: pass
        call('SelectionWriteDone', GLib.Variant('(ub)', (serial, True)))


def settle():
    """Takes what has been said before the answer to a call, which comes in its order."""
    context = GLib.MainContext.default()
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        context.iteration(False)
        time.sleep(0.005)


command, *operands = sys.argv[1:]
bus.signal_subscribe(NAME, SESSION, None, session, None, 0, heard)
if command == 'press':
    call('Start')
    time.sleep(0.3)
    # Mutter 48 makes the keyboard with the first key, which no window gets: Shift alone, which means nothing.
    for keys in ['42', *operands]:
        codes = [int(code) for code in keys.split('+')]
        for code, isPressed in [(code, True) for code in codes] + [(code, False) for code in reversed(codes)]:
            call('NotifyKeyboardKeycode', GLib.Variant('(ub)', (code, isPressed)))
            time.sleep(0.03)
        time.sleep(0.5)
    sys.exit()
call('EnableClipboard', GLib.Variant('(a{sv})', ({},)))
if command == 'own':
    files = {name: open(path, 'rb').read() for name, path in (operand.rsplit('=', 1) for operand in operands)}
    call('SetSelection', GLib.Variant('(a{sv})', ({'mime-types': GLib.Variant('as', list(files))},)))
    loop.run()
elif command == 'owners':
    GLib.timeout_add(int(1000 * float(operands[0])), loop.quit)
    loop.run()
elif command == 'list':
    settle()
    print('\n'.join(owner['types']))
else:
    with open(descriptor('SelectionRead', GLib.Variant('(s)', (operands[0],))), 'rb') as pipe:
        sys.stdout.buffer.write(pipe.read())
