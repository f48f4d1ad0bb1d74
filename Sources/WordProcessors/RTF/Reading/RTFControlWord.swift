/// The control words that the reader acts on, by their spelling in RTF 1.9.1.
enum RTFControlWord: String, CaseIterable {
  // The document and its character sets.
  case ansi, mac, pc, pca, ansicpg, deff, uc, u, bin, fromhtml, fromtext, htmlrtf, htmltag, mhtmltag, upr, ud
  case generator

  // Tables of the header.
  case fonttbl, fcharset, cpg, fmodern, fprq, falt, colortbl, red, green, blue, stylesheet, s, cs, ts, ds
  case sbasedon, listtable, list, listlevel, listid, levelnfc, levelnfcn, levelstartat, leveltext
  case levellegal
  case levelnumbers, listoverridetable, listoverride, lfolevel, ls, ilvl

  // Characters.
  case plain, f, af, fs, b, i, ul, ulnone, uld, uldash, uldashd, uldashdd, uldb, ulth, ulw, ulwave, ulhwave
  case ulldash, ulthd, ulthdash, ulthdashd, ulthdashdd, ulthldash, ululdbwave, strike, striked, `super`, sub,
    nosupersub, up, dn, highlight, chcbpat, cb, v, deleted, mvf, rtlch, ltrch, ab, ai
  case loch, hich, dbch

  // Paragraphs.
  case pard, par, outlinelevel, li, ri, fi, sa, ql, qr, qc, qj, qd, contextualspace, brdrt, brdrb, brdrl
  case brdrr, brdrbtw, brdrs, brdrth, brdrdb, brdrdot, brdrdash, brdrhair, brdrtriple, brdrdashsm, brdrdashd
  case brdrdashdd, brdrwavy, box, line, lbr, page, column, sect, softline, dropcapli

  // Lists before Word 97, and the text of markers.
  case pn, pnlvlblt, pnlvlcont, pnstart, pntext, pntxta, pntxtb, listtext

  // Tables.
  case trowd, cellx, row, cell, nestcell, nestrow, nesttableprops, nonesttables, intbl, itap, trhdr, trleft
  case clmgf, clmrg, clvmgf, clvmrg
  case clbrdrt, clbrdrb, clbrdrl, clbrdrr, trbrdrt, trbrdrb, trbrdrl, trbrdrr
  case trbrdrh, trbrdrv, abitableprops, abicellprops, abiendtable

  // Fields, notes, pictures.
  case field, fldinst, fldrslt, footnote, bkmkstart, bkmkend, formfield, ffres, ffdefres, ffl, pict, pngblip
  case jpegblip, emfblip, wmetafile, dibitmap, picw, pich, shppict, nonshppict, picprop, sp, sn, sv, shp,
    shpinst, shprslt, shptxt, object, objdata
  case result, NeXTGraphic, `do`, dptxbxtext, picwgoal, pichgoal, picscalex, picscaley

  // Formulas.
  case moMath, moMathPara, mmathPict

  // Characters by name.
  case tab, emdash, endash, emspace, enspace, qmspace, bullet, lquote, rquote, ldblquote, rdblquote, zwj
  case zwnj, zwbo, zwnbo, ltrmark, rtlmark

  // Destinations without text of the document, also those that only files with lost marks do not mark so.
  case info, header, headerl, headerr, headerf, footer, footerl, footerr, footerf, ftnsep, ftnsepc, ftncn
  case aftnsep, aftnsepc, aftncn, annotation, atnid, atnauthor, atnref, atnicn, atndate, atnparent
  case atrfstart, atrfend, xe, tc, tcn, rxe, txe, revtbl, filetbl, `private`, fldtype, datafield, background
  case pgdsctbl, themedata, colorschememapping, latentstyles, datastore, xmlnstbl, rsidtbl, userprops
  case mmathPr, listname, listpicture, blipuid, template, xmlopen, xmlclose, pgp, defchp, defpap, docvar
  case wgrffmtfilter

  // What Pasteboard's writer adds for its reader, in destinations that others pass over.
  case pbinfo, pbtitle, pbplace
}

/// Finds control words by a hash of their letters, which the tokenizer computes as it reads them.
///
/// The hash has 64 bits and stands for the word: that an unknown word shares it with a known one is as good
/// as impossible by chance, and who arranges it gains nothing but that word's effect.
struct RTFControlWordTable: Sendable {
  static let shared = RTFControlWordTable()
  static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  private struct Slot {
    var hash: UInt64 = 0
    var word: RTFControlWord?
  }

  private static let bits: UInt64 = 10
  private var slots = [Slot](repeating: Slot(), count: 1 << bits)

  private init() {
    for word in RTFControlWord.allCases {
      let hash = word.rawValue.utf8.reduce(Self.seed, Self.mix)
      var slot = Self.slot(of: hash)
      while slots[slot].word != nil { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Slot(hash: hash, word: word)
    }
  }

  /// One step of FNV-1a.
  static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  private static func slot(of hash: UInt64) -> Int {
    Int((hash &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
  }

  subscript(hash: UInt64) -> RTFControlWord? {
    var slot = Self.slot(of: hash)
    while let word = slots[slot].word {
      if slots[slot].hash == hash { return word }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}
