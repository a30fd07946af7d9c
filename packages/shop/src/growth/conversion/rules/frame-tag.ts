import {
  CONVERSION_PLACEHOLDERS,
  FRAME_PLACEHOLDERS,
  type FramePlaceholder,
} from '@kushi/values/conversion/placeholders'

type FrameValues = Readonly<Record<FramePlaceholder, string | number>>

/** Where a value stands: in text, in an attribute, in an address, in a string of a script, or as a number in a script. */
type Place = 'text' | 'attribute' | 'address' | 'string' | 'number'
type Piece = string | { name: FramePlaceholder; place: Place }

class Refusal extends Error {}
const refuse = (words: string): never => {
  throw new Refusal(words)
}

const ELEMENTS = new Set(['script', 'noscript', 'img', 'div', 'span'])
const NUMBERS: readonly string[] = ['amount', 'amount_without_tax_and_fees']
const PLACEHOLDER = /\{([a-z_][\w.]*)\}/g

/** Stricter than HTML, so that a browser reads the same: every `<` begins such a tag or a comment. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z][a-z0-9-]*(?:=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'=<>`{}]+))?)*)\s*\/?>/iy
const ATTRIBUTE = /\s+([a-z][a-z0-9-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`{}]+)))?/giy
const COMMENT = /<!--[\s\S]*?-->/y
const ADDRESS = /^(?:https:)?\/\/([a-z0-9.-]+)(?=[/?#]|$)[^\s\\]*$/i

export const frameHosts = (text: string): string[] => text.split('\n').filter(Boolean)

/**
 * Parses an ASP's tag: scripts and pictures of the named hosts, with the places of its values. Returns the error as
 * text.
 */
export function parseFrameTag(tag: string, hosts: readonly string[]): Piece[] | string {
  try {
    return pieces(tag, hosts)
  } catch (failure) {
    if (failure instanceof Refusal) return failure.message
    throw failure
  }
}

function pieces(tag: string, hosts: readonly string[]): Piece[] {
  const found: Piece[] = []
  let at = 0
  while (at < tag.length) {
    const next = tag.indexOf('<', at)
    const text = tag.slice(at, next < 0 ? tag.length : next)
    found.push(...withPlaces(text, () => 'text'))
    if (next < 0) break
    const comment = matchAt(COMMENT, tag, next)
    if (comment) {
      // Comments are left out: a browser ends some of them elsewhere.
      at = next + comment[0].length
      continue
    }
    const element = matchAt(TAG, tag, next)
    if (!element) return refuse(`「${tag.slice(next, next + 30)}」を読み取れません。属性は "" で囲んでください。`)
    const [whole, slash, name, attributes] = element as unknown as [string, string, string, string]
    const kind = name.toLowerCase()
    if (!ELEMENTS.has(kind)) return refuse(`<${kind}> は使えません。script と img を貼り付けてください。`)
    found.push(`<${slash}${kind}`, ...(slash ? [] : attributePieces(attributes, hosts)), '>')
    at = next + whole.length
    if (kind === 'script' && !slash) {
      const end = at + tag.slice(at).search(/<\/script>/i)
      if (end < at) return refuse('<script> が </script> で閉じていません。')
      found.push(...scriptPieces(tag.slice(at, end)), '</script>')
      at = end + '</script>'.length
    }
  }
  return found
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function attributePieces(text: string, hosts: readonly string[]): Piece[] {
  return [...text.matchAll(ATTRIBUTE)].flatMap(([, given, double, single, bare]): Piece[] => {
    const name = given!.toLowerCase()
    const value = double ?? single ?? bare
    if (name.startsWith('on') || name === 'srcset' || name === 'srcdoc') return refuse(`属性 ${name} は使えません。`)
    if (value === undefined) return [` ${name}`]
    if (name === 'src' || name === 'href') checkAddress(value, hosts)
    const place = (): Place =>
      name === 'src'
        ? 'address'
        : name.startsWith('data-')
          ? 'attribute'
          : refuse(`属性 ${name} には、{項目} を使えません。src か data- で始まる属性に入れてください。`)
    return [` ${name}="`, ...withPlaces(value.replaceAll('"', '&quot;'), place), '"']
  })
}

function checkAddress(value: string, hosts: readonly string[]): void {
  const host = ADDRESS.exec(value)?.[1]
  if (host === undefined) refuse(`「${value.slice(0, 40)}」は使えません。https:// から始まるURLにしてください。`)
  else if (!hosts.includes(host.toLowerCase())) refuse(`${host} は、読み込みを許すホストにありません。`)
}

/** Text with its placeholders, each with the place that `placeAt` says. */
function withPlaces(text: string, placeAt: (at: number, name: string) => Place): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const { 0: whole, 1: name, index } of text.matchAll(PLACEHOLDER)) {
    if (!isKnown(name!)) return refuse(`${whole} は使えません。`)
    found.push(text.slice(from, index), { name, place: placeAt(index, name) })
    from = index + whole.length
  }
  return [...found, text.slice(from)].filter((one) => one !== '')
}

const isKnown = (name: string): name is FramePlaceholder => (FRAME_PLACEHOLDERS as readonly string[]).includes(name)

type ScriptPlace = 'code' | "'" | '"' | '`' | '//' | '/*'

/** A script's own braces stay: only the names of values are placeholders there. */
function scriptPieces(code: string): Piece[] {
  if (/<(?:!--|\/?script)/i.test(code)) return refuse('script の中に、<!-- と <script は書けません。')
  const places = scriptPlaces(code)
  const found: Piece[] = []
  let from = 0
  for (const { 0: whole, 1: name, index } of code.matchAll(PLACEHOLDER)) {
    const place = places[index]!
    const isName = isKnown(name!)
    if (!isName && (name! in CONVERSION_PLACEHOLDERS || name!.startsWith('click.') || place === "'" || place === '"'))
      return refuse(`${whole} は使えません。`)
    if (!isName) continue
    if (place !== "'" && place !== '"' && !(place === 'code' && NUMBERS.includes(name)))
      return refuse(`${whole} は、script の中では '' か "" で囲んでください。`)
    found.push(code.slice(from, index), { name, place: place === 'code' ? 'number' : 'string' })
    from = index + whole.length
  }
  return [...found, code.slice(from)].filter((one) => one !== '')
}

/**
 * Returns for each letter of a script whether it is in code, a string or a comment. A regular expression with a
 * quotation mark is taken for a string.
 */
function scriptPlaces(code: string): ScriptPlace[] {
  const places: ScriptPlace[] = []
  let place: ScriptPlace = 'code'
  for (let at = 0; at < code.length; at++) {
    places.push(place)
    const letter = code[at]!
    const pair = code.slice(at, at + 2)
    const isString: boolean = place === "'" || place === '"' || place === '`'
    if (isString && letter === '\\') {
      at++
      places.push(place)
    } else if (isString && letter === place) place = 'code'
    else if (place === '//' && /[\n\r\u2028\u2029]/.test(letter)) place = 'code'
    else if (place === '/*' && pair === '*/') place = 'code'
    else if (place === 'code' && (letter === "'" || letter === '"' || letter === '`')) place = letter
    else if (place === 'code' && (pair === '//' || pair === '/*')) place = pair
  }
  return places
}

/** Letters that mean nothing in HTML, in an address and in a script; all others are escaped by their place. */
const escapes = (escaped: (code: number) => string) => (value: string | number) =>
  String(value).replace(/[^A-Za-z0-9_.-]/g, (letter) => escaped(letter.charCodeAt(0)))

const ESCAPED: Readonly<Record<Place, (value: string | number) => string>> = {
  text: escapes((code) => `&#${code};`),
  attribute: escapes((code) => `&#${code};`),
  address: (value) =>
    encodeURIComponent(String(value).toWellFormed()).replace(
      /[!'()*~]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  string: escapes((code) => `\\u${code.toString(16).padStart(4, '0')}`),
  number: (value) => String(Number(value)),
}

/**
 * The document of the frame, and its policy: an opaque origin, so that nothing of the shop is its own, and no other hosts than those
 * that are named.
 */
export function frameDocument(parsed: readonly Piece[], values: FrameValues, hosts: readonly string[]) {
  const body = parsed.map((one) => (typeof one === 'string' ? one : ESCAPED[one.place](values[one.name]))).join('')
  const origins = hosts.map((host) => `https://${host}`).join(' ')
  return {
    html: `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>広告の成果</title></head><body>${body}</body></html>`,
    policy: [
      'sandbox allow-scripts',
      "default-src 'none'",
      `script-src 'unsafe-inline' ${origins}`,
      `img-src ${origins}`,
      `connect-src ${origins}`,
      "style-src 'unsafe-inline'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
  }
}
