"""The pictures that documents show, in their order: what stands for each in text, and its bytes, None where there are none."""
import base64, re, urllib.parse, zipfile
import xml.etree.ElementTree as xml

from readers import abw, html, odt


def in_page(text, load=lambda address: None):
    """Those of HTML; `load` gives what lies at an address, as a part of a message."""
    for element in elements(html.Tree(text).root):
        if element.tag == 'img':
            address = element.attributes.get('src', '')
            yield element.attributes.get('alt', ''), held(address) if address.startswith('data:') else load(address)


def elements(parent):
    for child in parent.children:
        if not isinstance(child, str):
            yield child
            yield from elements(child)


def held(address):
    """What an address holds itself (RFC 2397)."""
    head, _, data = address.partition(',')
    data = urllib.parse.unquote_to_bytes(data)
    return base64.b64decode(data) if head.endswith(';base64') else data


def in_odt(path):
    with zipfile.ZipFile(path) as file:
        for frame in xml.fromstring(file.read('content.xml')).iter(odt.full('draw:frame')):
            image = frame.find('draw:image', odt.SPACES)     # the first: others stand in for it where it is not understood
            if image is not None:
                words = [frame.findtext(name, '', odt.SPACES) for name in ('svg:desc', 'svg:title')]
                yield next(filter(None, words), ''), file.read(image.get(odt.full('xlink:href')))


def in_abw(path):
    root = abw.tree(path)
    data = {item.get('name'): item for item in root.iter('d')}
    for image in root.iter('image'):
        item = data.get(image.get('dataid'))
        text = item.text if item is not None else ''
        held = base64.b64decode(text) if item is not None and item.get('base64') == 'yes' else re.sub(r'^\s+', '', text).encode()
        yield image.get('alt') or '', held
