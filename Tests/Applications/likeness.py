"""Whether pictures are the same: their bytes, or else their points, one by one."""
import os, subprocess


def points(path):
    """The colours of a picture, and its size."""
    answer = subprocess.run(['convert', path, '-depth', '8', 'rgb:-'], capture_output=True, check=True)
    size = subprocess.run(['identify', '-format', '%wx%h', path], capture_output=True, check=True, text=True)
    return size.stdout, answer.stdout


def likeness(path, found, folder):
    """What bytes are beside a picture's, in words."""
    with open(path, 'rb') as file:
        if found == file.read():
            return 'the same'
    if not found:
        return 'not there'
    other = os.path.join(folder, 'found')
    with open(other, 'wb') as file:
        file.write(found)
    try:
        return 'the same' if points(path) == points(other) else f'another: {points(other)[0]}'
    except subprocess.CalledProcessError:
        return f'no picture: {found[:20]}'
