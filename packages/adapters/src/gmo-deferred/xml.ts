/** An element of a response: its text, and its children by name (the first of several with the same name). */
export interface XmlElement {
  text: string
  children: Map<string, XmlElement>
}

/** Not a valid response of GMO後払い: truncated, or with more than elements and text. */
export class XmlError extends Error {}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes only XML's five entities and character numbers. */
function decode(text: string): string {
  return text.replace(/&([^;&]{0,8};?)/g, (all, inner: string) => {
    const [, hex, decimal, name] = /^(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));$/i.exec(inner) ?? []
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? 0)
    const sign = name ? named[name] : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
    if (sign === undefined) throw new XmlError(all)
    return sign
  })
}

/**
 * Parses `<?xml …?><response>…</response>` strictly: no attributes, comments, document types or custom entities, so
 * that a response can't inject or expand content. Not a library: a full XML parser accepts more than the provider ever
 * sends.
 * @throws XmlError
 */
export function parseXmlAnswer(source: string): XmlElement {
  const top: XmlElement = { text: '', children: new Map() }
  const open: { name: string; element: XmlElement }[] = [{ name: '', element: top }]
  const body = source.replace(/^\ufeff?(<\?xml [^<>]*\?>)?\s*/, '').trimEnd()
  const token = /<(\/?)([A-Za-z]\w*)\s*(\/?)>|[^<]+/y
  for (let at = 0; at < body.length; at = token.lastIndex) {
    token.lastIndex = at
    const match = token.exec(body)
    if (!match) throw new XmlError(`at ${at}`)
    const [all, closing, name, isEmpty] = match
    const parent = open.at(-1)!
    if (name === undefined) parent.element.text += decode(all)
    else if (closing) {
      if (parent.name !== name) throw new XmlError(all)
      open.pop()
    } else {
      if (open.length === 1 && top.children.size > 0) throw new XmlError(all)
      const element: XmlElement = { text: '', children: new Map() }
      if (!parent.element.children.has(name)) parent.element.children.set(name, element)
      if (!isEmpty) open.push({ name, element })
    }
  }
  const response = top.children.get('response')
  if (open.length !== 1 || top.children.size !== 1 || !response || top.text) throw new XmlError('no response')
  return response
}

/** Returns the text at the end of a path; empty if the path does not exist. */
export function xmlTextAt(element: XmlElement, ...path: string[]): string {
  let found: XmlElement | undefined = element
  for (const name of path) found = found?.children.get(name)
  return found?.text.trim() ?? ''
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const encode = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign]!)

export type XmlTree = { [name: string]: string | number | XmlTree | XmlTree[] }

/** `{ a: { b: [{ c: 1 }, { c: 2 }] } }` → `<a><b><c>1</c></b><b><c>2</c></b></a>` */
export function writeXmlTree(tree: XmlTree): string {
  const one = (name: string, value: string | number | XmlTree) =>
    `<${name}>${typeof value === 'object' ? writeXmlTree(value) : encode(String(value))}</${name}>`
  return Object.entries(tree)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map((each) => one(name, each)) : [one(name, value)]))
    .join('')
}
