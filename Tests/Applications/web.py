"""A web server for pages that browsers show, and that tell what was pasted into them."""
import base64, http.server, json, threading

# The pages tell what they hold: as HTML, as the text that a reader selects, and the pictures' bytes.
SCRIPT = '''
document.currentScript.remove();
const field = document.querySelector("textarea");
const bytes = async image => {
  const data = new Uint8Array(await (await fetch(image.src)).arrayBuffer());
  return btoa(data.reduce((text, byte) => text + String.fromCharCode(byte), ""));
};
const seen = () => {
  const selection = getSelection(), range = selection.rangeCount ? selection.getRangeAt(0).cloneRange() : null;
  selection.selectAllChildren(document.body);
  const text = selection.toString();
  selection.removeAllRanges();
  if (range) selection.addRange(range);
  return text;
};
const told = async () => {
  const pictures = await Promise.all([...document.images].map(image => bytes(image).catch(() => null)));
  const content = {
    html: field ? field.value : document.body.innerHTML, text: field ? field.value : seen(),
    pictures: pictures.filter(picture => picture)
  };
  fetch("/content", {method: "POST", body: JSON.stringify(content)});
};
document.body.addEventListener("input", told);
(field || document.body).focus();
'''

EDITOR = '''<!DOCTYPE html><meta charset="utf-8"><title>editor</title>
<style>html, body { margin: 0; height: 100%%; } body { padding: 1em; box-sizing: border-box; }</style>
<body contenteditable="true">%s<script>''' + SCRIPT + '</script></body>'

FIELD = '''<!DOCTYPE html><meta charset="utf-8"><title>field</title>
<style>html, body { margin: 0; height: 100%%; } textarea { box-sizing: border-box; width: 100%%; height: 100%%; }</style>
<body><textarea>\n%s</textarea><script>''' + SCRIPT + '</script></body>'

# What is dropped on it is told as JSON: the files with their text, and the text and the HTML beside them.
ZONE = '''<!DOCTYPE html><meta charset="utf-8"><title>zone</title>
<style>html, body { height: 100%; }</style><body>Drop files here<script>
addEventListener("dragover", event => event.preventDefault());
addEventListener("drop", async event => {
  event.preventDefault();
  const data = event.dataTransfer, found = {text: data.getData("text/plain"), html: data.getData("text/html"), files: {}};
  for (const file of [...data.files]) found.files[file.name] = await file.text();
  fetch("/content", {method: "POST", body: JSON.stringify({html: JSON.stringify(found), text: "", pictures: []})});
});
</script></body>'''


class Server:
    """Serves one page at a time, on this machine alone, with files beside it; `content` is what the page told last."""

    def __init__(self):
        self.page, self.content, self.text, self.pictures = b'', None, '', []
        self.files = {}     # by the paths of their addresses: MIME type and bytes
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path in server.files:
                    self.answer(200, server.files[self.path][1], server.files[self.path][0])
                else:
                    self.answer(200 if self.path == '/page' else 404, server.page if self.path == '/page' else b'')

            def do_POST(self):
                told = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
                server.text, server.pictures = told['text'], [base64.b64decode(picture) for picture in told['pictures']]
                server.content = told['html']
                self.answer(204, b'')

            def answer(self, status, body, kind='text/html; charset=utf-8'):
                self.send_response(status)
                self.send_header('Content-Type', kind)
                self.send_header('Content-Length', str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.address = f'http://127.0.0.1:{self.http.server_address[1]}/page'
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()
