/// The types that Apple's framework has constants for, under the same names (UTCoreTypes.h).
extension UTType {
  /// A type that the built-in registry declares.
  init(builtIn identifier: String) {
    self = UTType(identifier) ?? UTType(.undeclared(identifier: identifier, parent: nil))
  }

  // MARK: Roots

  /// Anything that a file system or a store can hold: `public.item`.
  public static let item = UTType(builtIn: "public.item")

  /// Something that people read, look at or listen to: `public.content`.
  public static let content = UTType(builtIn: "public.content")

  /// A document that mixes several kinds of content: `public.composite-content`.
  public static let compositeContent = UTType(builtIn: "public.composite-content")

  /// A sequence of bytes in one file or one piece of memory: `public.data`.
  public static let data = UTType(builtIn: "public.data")

  /// A file system directory, shown as one item or opened: `public.directory`.
  public static let directory = UTType(builtIn: "public.directory")

  /// Something that stands for another item: `com.apple.resolvable`.
  public static let resolvable = UTType(builtIn: "com.apple.resolvable")

  /// A symbolic link in a file system: `public.symlink`.
  public static let symbolicLink = UTType(builtIn: "public.symlink")

  /// Something that a machine or an interpreter can run: `public.executable`.
  public static let executable = UTType(builtIn: "public.executable")

  /// A directory at which a volume is attached: `com.apple.mount-point`.
  public static let mountPoint = UTType(builtIn: "com.apple.mount-point")

  /// A file that points to another file and follows it when it moves: `com.apple.alias-file`.
  public static let aliasFile = UTType(builtIn: "com.apple.alias-file")

  /// A stored, durable reference to a file: `com.apple.bookmark`.
  public static let urlBookmarkData = UTType(builtIn: "com.apple.bookmark")

  /// Image of a disk: `public.disk-image`.
  public static let diskImage = UTType(builtIn: "public.disk-image")

  // MARK: Locators

  /// A uniform resource locator: `public.url`.
  public static let url = UTType(builtIn: "public.url")

  /// The locator of a file on this or another machine: `public.file-url`.
  public static let fileURL = UTType(builtIn: "public.file-url")

  /// File that points to a network address: `com.apple.internet-location`.
  public static let internetLocation = UTType(builtIn: "com.apple.internet-location")

  /// Windows shortcut to a web page: `com.microsoft.internet-shortcut`.
  public static let internetShortcut = UTType(builtIn: "com.microsoft.internet-shortcut")

  /// A remembered place to come back to: `public.bookmark`.
  public static let bookmark = UTType(builtIn: "public.bookmark")

  /// Title, icon and preview that describe a link: `com.apple.linkpresentation.metadata`.
  public static let linkPresentationMetadata = UTType(builtIn: "com.apple.linkpresentation.metadata")

  // MARK: Text

  /// Text of any kind, with or without markup: `public.text`.
  public static let text = UTType(builtIn: "public.text")

  /// Text without markup, its encoding not stated: `public.plain-text`.
  public static let plainText = UTType(builtIn: "public.plain-text")

  /// Text without markup in UTF-8: `public.utf8-plain-text`.
  public static let utf8PlainText = UTType(builtIn: "public.utf8-plain-text")

  /// Text without markup in UTF-16, with a byte order mark or big-endian: `public.utf16-external-plain-text`.
  public static let utf16ExternalPlainText = UTType(builtIn: "public.utf16-external-plain-text")

  /// Text without markup in UTF-16, in the byte order of the machine: `public.utf16-plain-text`.
  public static let utf16PlainText = UTType(builtIn: "public.utf16-plain-text")

  /// A table written as lines of separated values: `public.delimited-values-text`.
  public static let delimitedText = UTType(builtIn: "public.delimited-values-text")

  /// A table with its values separated by commas: `public.comma-separated-values-text`.
  public static let commaSeparatedText = UTType(builtIn: "public.comma-separated-values-text")

  /// A table with its values separated by tabs: `public.tab-separated-values-text`.
  public static let tabSeparatedText = UTType(builtIn: "public.tab-separated-values-text")

  /// A table with its values separated by tabs, in UTF-8: `public.utf8-tab-separated-values-text`.
  public static let utf8TabSeparatedText = UTType(builtIn: "public.utf8-tab-separated-values-text")

  /// Markdown document: `net.daringfireball.markdown`.
  public static let markdown = UTType(builtIn: "net.daringfireball.markdown")

  /// Rich Text Format document: `public.rtf`.
  public static let rtf = UTType(builtIn: "public.rtf")

  /// Hypertext Markup Language page: `public.html`.
  public static let html = UTType(builtIn: "public.html")

  /// Extensible Markup Language document: `public.xml`.
  public static let xml = UTType(builtIn: "public.xml")

  /// YAML data: `public.yaml`.
  public static let yaml = UTType(builtIn: "public.yaml")

  /// Cascading Style Sheets: `public.css`.
  public static let css = UTType(builtIn: "public.css")

  /// JavaScript Object Notation data: `public.json`.
  public static let json = UTType(builtIn: "public.json")

  /// Geographic features in JSON: `public.geojson`.
  public static let geoJSON = UTType(builtIn: "public.geojson")

  /// A record of events that a program wrote: `public.log`.
  public static let log = UTType(builtIn: "public.log")

  // MARK: Source code

  /// Text written in a programming language: `public.source-code`.
  public static let sourceCode = UTType(builtIn: "public.source-code")

  /// Assembly language source code: `public.assembly-source`.
  public static let assemblyLanguageSource = UTType(builtIn: "public.assembly-source")

  /// C source code: `public.c-source`.
  public static let cSource = UTType(builtIn: "public.c-source")

  /// Objective-C source code: `public.objective-c-source`.
  public static let objectiveCSource = UTType(builtIn: "public.objective-c-source")

  /// Swift source code: `public.swift-source`.
  public static let swiftSource = UTType(builtIn: "public.swift-source")

  /// C++ source code: `public.c-plus-plus-source`.
  public static let cPlusPlusSource = UTType(builtIn: "public.c-plus-plus-source")

  /// Objective-C++ source code: `public.objective-c-plus-plus-source`.
  public static let objectiveCPlusPlusSource = UTType(builtIn: "public.objective-c-plus-plus-source")

  /// Declarations for C: `public.c-header`.
  public static let cHeader = UTType(builtIn: "public.c-header")

  /// Declarations for C++: `public.c-plus-plus-header`.
  public static let cPlusPlusHeader = UTType(builtIn: "public.c-plus-plus-header")

  /// Source code that an interpreter runs: `public.script`.
  public static let script = UTType(builtIn: "public.script")

  /// AppleScript source text: `com.apple.applescript.text`.
  public static let appleScript = UTType(builtIn: "com.apple.applescript.text")

  /// Compiled AppleScript: `com.apple.applescript.script`.
  public static let osaScript = UTType(builtIn: "com.apple.applescript.script")

  /// Compiled AppleScript with resources: `com.apple.applescript.script-bundle`.
  public static let osaScriptBundle = UTType(builtIn: "com.apple.applescript.script-bundle")

  /// JavaScript source code: `com.netscape.javascript-source`.
  public static let javaScript = UTType(builtIn: "com.netscape.javascript-source")

  /// Script for a command shell: `public.shell-script`.
  public static let shellScript = UTType(builtIn: "public.shell-script")

  /// Perl script: `public.perl-script`.
  public static let perlScript = UTType(builtIn: "public.perl-script")

  /// Python script: `public.python-script`.
  public static let pythonScript = UTType(builtIn: "public.python-script")

  /// Ruby script: `public.ruby-script`.
  public static let rubyScript = UTType(builtIn: "public.ruby-script")

  /// PHP script: `public.php-script`.
  public static let phpScript = UTType(builtIn: "public.php-script")

  /// Rules for the make build tool: `public.make-source`.
  public static let makefile = UTType(builtIn: "public.make-source")

  // MARK: Property lists

  /// Property list in any form: `com.apple.property-list`.
  public static let propertyList = UTType(builtIn: "com.apple.property-list")

  /// Property list as XML: `com.apple.xml-property-list`.
  public static let xmlPropertyList = UTType(builtIn: "com.apple.xml-property-list")

  /// Property list in binary form: `com.apple.binary-property-list`.
  public static let binaryPropertyList = UTType(builtIn: "com.apple.binary-property-list")

  // MARK: Documents

  /// Portable Document Format: `com.adobe.pdf`.
  public static let pdf = UTType(builtIn: "com.adobe.pdf")

  /// Rich text with attachments, as a package: `com.apple.rtfd`.
  public static let rtfd = UTType(builtIn: "com.apple.rtfd")

  /// Rich text with attachments, in one stream: `com.apple.flat-rtfd`.
  public static let flatRTFD = UTType(builtIn: "com.apple.flat-rtfd")

  /// Web page with everything it shows: `com.apple.webarchive`.
  public static let webArchive = UTType(builtIn: "com.apple.webarchive")

  /// Electronic book in the EPUB format: `org.idpf.epub-container`.
  public static let epub = UTType(builtIn: "org.idpf.epub-container")

  /// Table that calculates: `public.spreadsheet`.
  public static let spreadsheet = UTType(builtIn: "public.spreadsheet")

  /// Slides to be shown: `public.presentation`.
  public static let presentation = UTType(builtIn: "public.presentation")

  /// A store of structured records: `public.database`.
  public static let database = UTType(builtIn: "public.database")

  // MARK: Images

  /// Still picture of any kind: `public.image`.
  public static let image = UTType(builtIn: "public.image")

  /// Photograph in the JPEG format: `public.jpeg`.
  public static let jpeg = UTType(builtIn: "public.jpeg")

  /// Tagged Image File Format picture: `public.tiff`.
  public static let tiff = UTType(builtIn: "public.tiff")

  /// Graphics Interchange Format picture: `com.compuserve.gif`.
  public static let gif = UTType(builtIn: "com.compuserve.gif")

  /// Portable Network Graphics picture: `public.png`.
  public static let png = UTType(builtIn: "public.png")

  /// Mac OS icon in several sizes: `com.apple.icns`.
  public static let icns = UTType(builtIn: "com.apple.icns")

  /// Windows bitmap: `com.microsoft.bmp`.
  public static let bmp = UTType(builtIn: "com.microsoft.bmp")

  /// Windows icon in several sizes: `com.microsoft.ico`.
  public static let ico = UTType(builtIn: "com.microsoft.ico")

  /// Unprocessed picture from a camera sensor: `public.camera-raw-image`.
  public static let rawImage = UTType(builtIn: "public.camera-raw-image")

  /// Scalable Vector Graphics drawing: `public.svg-image`.
  public static let svg = UTType(builtIn: "public.svg-image")

  /// A still picture together with a moment of video: `com.apple.live-photo`.
  public static let livePhoto = UTType(builtIn: "com.apple.live-photo")

  /// High Efficiency picture with any codec: `public.heif`.
  public static let heif = UTType(builtIn: "public.heif")

  /// High Efficiency picture coded with HEVC: `public.heic`.
  public static let heic = UTType(builtIn: "public.heic")

  /// Sequence of High Efficiency pictures coded with HEVC: `public.heics`.
  public static let heics = UTType(builtIn: "public.heics")

  /// WebP picture: `org.webmproject.webp`.
  public static let webP = UTType(builtIn: "org.webmproject.webp")

  /// OpenEXR picture with high dynamic range: `com.ilm.openexr-image`.
  public static let exr = UTType(builtIn: "com.ilm.openexr-image")

  /// Digital Negative, an open raw camera picture: `com.adobe.raw-image`.
  public static let dng = UTType(builtIn: "com.adobe.raw-image")

  /// Picture in the JPEG XL format: `public.jpeg-xl`.
  public static let jpegxl = UTType(builtIn: "public.jpeg-xl")

  // MARK: Shapes in space

  /// Shapes in space, with or without movement: `public.3d-content`.
  public static let threeDContent = UTType(builtIn: "public.3d-content")

  /// Universal Scene Description in any form: `com.pixar.universal-scene-description`.
  public static let usd = UTType(builtIn: "com.pixar.universal-scene-description")

  /// Universal Scene Description packed in one file: `com.pixar.universal-scene-description-mobile`.
  public static let usdz = UTType(builtIn: "com.pixar.universal-scene-description-mobile")

  /// Augmented reality scene: `com.apple.reality`.
  public static let realityFile = UTType(builtIn: "com.apple.reality")

  /// SceneKit scene: `com.apple.scenekit.scene`.
  public static let sceneKitScene = UTType(builtIn: "com.apple.scenekit.scene")

  /// Scanned object for augmented reality: `com.apple.arobject`.
  public static let arReferenceObject = UTType(builtIn: "com.apple.arobject")

  // MARK: Sound and moving pictures

  /// Content that is played over time: `public.audiovisual-content`.
  public static let audiovisualContent = UTType(builtIn: "public.audiovisual-content")

  /// Moving pictures, with or without sound: `public.movie`.
  public static let movie = UTType(builtIn: "public.movie")

  /// Moving pictures without sound: `public.video`.
  public static let video = UTType(builtIn: "public.video")

  /// Sound: `public.audio`.
  public static let audio = UTType(builtIn: "public.audio")

  /// QuickTime movie: `com.apple.quicktime-movie`.
  public static let quickTimeMovie = UTType(builtIn: "com.apple.quicktime-movie")

  /// MPEG movie: `public.mpeg`.
  public static let mpeg = UTType(builtIn: "public.mpeg")

  /// MPEG-2 moving pictures: `public.mpeg-2-video`.
  public static let mpeg2Video = UTType(builtIn: "public.mpeg-2-video")

  /// MPEG-2 stream for broadcasting: `public.mpeg-2-transport-stream`.
  public static let mpeg2TransportStream = UTType(builtIn: "public.mpeg-2-transport-stream")

  /// MPEG audio layer III sound: `public.mp3`.
  public static let mp3 = UTType(builtIn: "public.mp3")

  /// MPEG-4 movie: `public.mpeg-4`.
  public static let mpeg4Movie = UTType(builtIn: "public.mpeg-4")

  /// MPEG-4 sound: `public.mpeg-4-audio`.
  public static let mpeg4Audio = UTType(builtIn: "public.mpeg-4-audio")

  /// MPEG-4 sound with copy protection: `com.apple.protected-mpeg-4-audio`.
  public static let appleProtectedMPEG4Audio = UTType(builtIn: "com.apple.protected-mpeg-4-audio")

  /// MPEG-4 movie with copy protection: `com.apple.protected-mpeg-4-video`.
  public static let appleProtectedMPEG4Video = UTType(builtIn: "com.apple.protected-mpeg-4-video")

  /// Audio Video Interleave movie: `public.avi`.
  public static let avi = UTType(builtIn: "public.avi")

  /// Audio Interchange File: `public.aiff-audio`.
  public static let aiff = UTType(builtIn: "public.aiff-audio")

  /// Windows waveform sound: `com.microsoft.waveform-audio`.
  public static let wav = UTType(builtIn: "com.microsoft.waveform-audio")

  /// Musical notes for instruments: `public.midi-audio`.
  public static let midi = UTType(builtIn: "public.midi-audio")

  /// List of things to be played: `public.playlist`.
  public static let playlist = UTType(builtIn: "public.playlist")

  /// Playlist with one address a line: `public.m3u-playlist`.
  public static let m3uPlaylist = UTType(builtIn: "public.m3u-playlist")

  /// Haptic pattern described in JSON: `com.apple.haptics.ahap`.
  public static let ahap = UTType(builtIn: "com.apple.haptics.ahap")

  // MARK: Directories, bundles and programs

  /// Directory that a user opens to see what is in it: `public.folder`.
  public static let folder = UTType(builtIn: "public.folder")

  /// Root of a mounted file system: `public.volume`.
  public static let volume = UTType(builtIn: "public.volume")

  /// Directory that is shown as one file: `com.apple.package`.
  public static let package = UTType(builtIn: "com.apple.package")

  /// Directory with a known inner structure: `com.apple.bundle`.
  public static let bundle = UTType(builtIn: "com.apple.bundle")

  /// Code that another program loads: `com.apple.plugin`.
  public static let pluginBundle = UTType(builtIn: "com.apple.plugin")

  /// Plug-in that indexes files for search: `com.apple.metadata-importer`.
  public static let spotlightImporter = UTType(builtIn: "com.apple.metadata-importer")

  /// Plug-in that draws previews of files: `com.apple.quicklook-generator`.
  public static let quickLookGenerator = UTType(builtIn: "com.apple.quicklook-generator")

  /// Helper program that others talk to: `com.apple.xpc-service`.
  public static let xpcService = UTType(builtIn: "com.apple.xpc-service")

  /// Shared library with its headers and resources: `com.apple.framework`.
  public static let framework = UTType(builtIn: "com.apple.framework")

  /// Program with a user interface: `com.apple.application`.
  public static let application = UTType(builtIn: "com.apple.application")

  /// Program packed as a bundle: `com.apple.application-bundle`.
  public static let applicationBundle = UTType(builtIn: "com.apple.application-bundle")

  /// Part of a program that extends others or the system: `com.apple.application-and-system-extension`.
  public static let applicationExtension = UTType(builtIn: "com.apple.application-and-system-extension")

  /// Program file without an extension: `public.unix-executable`.
  public static let unixExecutable = UTType(builtIn: "public.unix-executable")

  /// Windows program: `com.microsoft.windows-executable`.
  public static let exe = UTType(builtIn: "com.microsoft.windows-executable")

  /// Panel of the system settings: `com.apple.systempreference.prefpane`.
  public static let systemPreferencesPane = UTType(builtIn: "com.apple.systempreference.prefpane")

  // MARK: Archives

  /// Several items packed into one: `public.archive`.
  public static let archive = UTType(builtIn: "public.archive")

  /// Data compressed with gzip: `org.gnu.gnu-zip-archive`.
  public static let gzip = UTType(builtIn: "org.gnu.gnu-zip-archive")

  /// Data compressed with bzip2: `public.bzip2-archive`.
  public static let bz2 = UTType(builtIn: "public.bzip2-archive")

  /// ZIP archive: `public.zip-archive`.
  public static let zip = UTType(builtIn: "public.zip-archive")

  /// Compressed archive with file attributes: `com.apple.archive`.
  public static let appleArchive = UTType(builtIn: "com.apple.archive")

  /// Tape archive: `public.tar-archive`.
  public static let tarArchive = UTType(builtIn: "public.tar-archive")

  // MARK: Messages and people

  /// A message sent from one party to another: `public.message`.
  public static let message = UTType(builtIn: "public.message")

  /// Information about a person or an organisation: `public.contact`.
  public static let contact = UTType(builtIn: "public.contact")

  /// vCard with contact details: `public.vcard`.
  public static let vCard = UTType(builtIn: "public.vcard")

  /// A task to be done: `public.to-do-item`.
  public static let toDoItem = UTType(builtIn: "public.to-do-item")

  /// An appointment with a date: `public.calendar-event`.
  public static let calendarEvent = UTType(builtIn: "public.calendar-event")

  /// One electronic mail message: `public.email-message`.
  public static let emailMessage = UTType(builtIn: "public.email-message")

  // MARK: Fonts and security

  /// Typeface for a screen or printer: `public.font`.
  public static let font = UTType(builtIn: "public.font")

  /// Keys and certificates in one protected file: `com.rsa.pkcs-12`.
  public static let pkcs12 = UTType(builtIn: "com.rsa.pkcs-12")

  /// X.509 certificate: `public.x509-certificate`.
  public static let x509Certificate = UTType(builtIn: "public.x509-certificate")
}
