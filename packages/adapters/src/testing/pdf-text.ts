import { inflateSync } from 'node:zlib'

/** Returns the text of a PDF made by pdfkit: runs in the order of writing, page by page. */
export function pdfText(pdf: Uint8Array): string[][] {
  const objects = objectsOf(Buffer.from(pdf))
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  return pages.map((page) => {
    const resources = objects.get(reference(page.head, 'Resources')) ?? page
    const fonts = new Map<string, Map<string, string>>()
    for (const [, name, id] of resources.head.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name!, unicodeOf(objects.get(reference(objects.get(id!)!.head, 'ToUnicode'))!.stream))
    return runs(objects.get(reference(page.head, 'Contents'))!.stream, fonts)
  })
}

interface Obj {
  head: string
  stream: string
}

function objectsOf(pdf: Buffer): Map<string, Obj> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, Obj>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\n?(?:endobj|stream\n)/g)) {
    const head = match[2]!
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const begin = match.index + match[0].length
    const bytes = match[0].endsWith('stream\n') ? pdf.subarray(begin, begin + length) : Buffer.alloc(0)
    const isText = bytes.length > 0 && !/FontFile|Length1/.test(head)
    const stream = isText ? (head.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1') : ''
    objects.set(match[1]!, { head, stream })
  }
  return objects
}

const reference = (head: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? ''

/** Glyph → characters, as the document defines them for copying and searching. */
function unicodeOf(cmap: string): Map<string, string> {
  const map = new Map<string, string>()
  for (const [, from, list] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    const targets = [...list!.matchAll(/<([0-9a-f ]*)>/gi)].map((match) => match[1]!.replaceAll(' ', ''))
    for (const [n, hex] of targets.entries())
      map.set((Number.parseInt(from!, 16) + n).toString(16).padStart(4, '0'), utf16(hex))
  }
  return map
}

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

function runs(content: string, fonts: Map<string, Map<string, string>>): string[] {
  const found: string[] = []
  let font = new Map<string, string>()
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name)!
    else {
      const glyphs = [...shown!.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
      found.push(glyphs.map((glyph) => font.get(glyph) ?? '\ufffd').join(''))
    }
  }
  return found
}
