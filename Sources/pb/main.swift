import Pasteboard
