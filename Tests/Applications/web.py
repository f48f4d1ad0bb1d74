"""A web server for pages that browsers show, and that tell what was pasted into them."""
import http.server, threading

EDITOR = '''<!DOCTYPE html><meta charset="utf-8"><title>editor</title>
<style>html, body { margin: 0; height: 100%%; } body { padding: 1em; box-sizing: border-box; }</style>
<body contenteditable="true">%s<script>
document.currentScript.remove();
document.body.addEventListener("input", () => fetch("/content", {method: "POST", body: document.body.innerHTML}));
document.body.focus();
</script></body>'''


class Server:
    """Serves one page at a time, on this machine alone; `content` is what the page told last."""

    def __init__(self):
        self.page, self.content = b'', None
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer(200 if self.path == '/page' else 404, server.page if self.path == '/page' else b'')

            def do_POST(self):
                server.content = self.rfile.read(int(self.headers['Content-Length'])).decode('utf-8', 'replace')
                self.answer(204, b'')

            def answer(self, status, body):
                self.send_response(status)
                self.send_header('Content-Type', 'text/html; charset=utf-8')
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
