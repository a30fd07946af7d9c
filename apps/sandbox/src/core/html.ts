/** Markup that is safe to put on a page. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Piece = Html | string | number | boolean | null | undefined | readonly Piece[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined || typeof piece === 'boolean') return ''
  if (piece instanceof Html) return piece.markup
  if (Array.isArray(piece)) return piece.map(render).join('')
  return escapeHtml(String(piece))
}

/** Builds markup and escapes every inserted value, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.reduce((text, part, at) => text + part + (at < pieces.length ? render(pieces[at]) : ''), ''))
}
