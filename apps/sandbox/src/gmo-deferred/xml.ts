import { escapeHtml } from '../core/html.ts'

/** An element with its children in order, or with text. */
export type Element = { name: string; text: string; children: Element[] }

/** Input that cannot be parsed: not well-formed, or with more than elements and text. */
export class XmlError extends Error {}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+);|#(\d+);|(\w+);)?/gi, (all, hex?: string, decimal?: string, name?: string) => {
    const sign = name === undefined ? undefined : ENTITIES[name]
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (sign === undefined && !(code > 0 && code <= 0x10ffff)) throw new XmlError(all)
    return sign ?? String.fromCodePoint(code)
  })
}

/** Parses elements and text; attributes, document types and custom entities are not supported. */
export function readXml(source: string): Element {
  const root: Element = { name: '', text: '', children: [] }
  const open = [root]
  const body = source.replace(/^\ufeff?\s*(<\?xml [^>]*\?>)?/, '')
  const token = /<(\/?)([A-Za-z][\w.-]*)\s*(\/?)>|([^<]+)/y
  while (token.lastIndex < body.length) {
    const at = token.lastIndex
    const match = token.exec(body)
    if (match === null) throw new XmlError(`at ${at}`)
    const [, closing, name, empty, text] = match
    const parent = open.at(-1) ?? root
    if (text !== undefined) parent.text += plain(text)
    else if (closing !== '') {
      if (open.length < 2 || open.pop()?.name !== name) throw new XmlError(`</${name}>`)
    } else {
      const element: Element = { name: name ?? '', text: '', children: [] }
      parent.children.push(element)
      if (empty === '') open.push(element)
    }
  }
  const [only] = root.children
  if (open.length !== 1 || only === undefined || root.children.length !== 1 || root.text.trim() !== '')
    throw new XmlError('root')
  return only
}

export const child = (of: Element | undefined, name: string): Element | undefined =>
  of?.children.find((one) => one.name === name)
export const textOf = (of: Element | undefined, name: string): string => (child(of, name)?.text ?? '').trim()

export type Tree = { [name: string]: string | Tree | Tree[] }

/** `{ a: 'x', b: [{}, {}] }` → `<a>x</a><b></b><b></b>` */
export function writeXml(tree: Tree): string {
  return Object.entries(tree)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (one) => `<${name}>${typeof one === 'string' ? escapeHtml(one) : writeXml(one)}</${name}>`,
      ),
    )
    .join('')
}
