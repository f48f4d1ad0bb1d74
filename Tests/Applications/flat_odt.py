"""Makes an ODT of a flat ODT file: the same XML, divided among the files of a package."""
import re, zipfile

ROOT = re.compile(r'<office:document\b([^>]*)>', re.S)
MANIFEST = '''<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>
</manifest:manifest>
'''


def convert(source, target):
    with open(source, encoding='utf-8') as file:
        text = file.read()
    attributes = re.sub(r'office:mimetype="[^"]*"', '', ROOT.search(text)[1])
    part = lambda name: ''.join(re.findall(rf'<office:{name}>.*?</office:{name}>', text, re.S))
    write = lambda root, *names: (f'<?xml version="1.0" encoding="UTF-8"?>\n<office:{root}{attributes}>'
                                  + ''.join(map(part, names)) + f'</office:{root}>')
    with zipfile.ZipFile(target, 'w', zipfile.ZIP_DEFLATED) as package:
        package.writestr('mimetype', 'application/vnd.oasis.opendocument.text', zipfile.ZIP_STORED)
        package.writestr('content.xml', write('document-content', 'automatic-styles', 'body'))
        package.writestr('styles.xml', write('document-styles', 'styles'))
        package.writestr('META-INF/manifest.xml', MANIFEST)
    return target
