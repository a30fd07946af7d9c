import { generateHTML, generateJSON } from '@tiptap/core'
import { extensions } from './extensions.ts'

const parsed = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** The editor's HTML as somebody would write it by hand: no paragraph around the words of a point or a cell, a head above a table. */
export function tidy(html: string): string {
  const body = parsed(html)
  for (const one of body.querySelectorAll('li, dd, td, th')) unwrapFirst(one)
  for (const one of body.querySelectorAll('colgroup')) one.remove()
  for (const one of body.querySelectorAll('[style]')) one.removeAttribute('style')
  for (const name of ['colspan', 'rowspan'])
    for (const one of body.querySelectorAll(`[${name}="1"]`)) one.removeAttribute(name)
  for (const table of body.querySelectorAll('table')) withHead(table)
  for (const one of body.querySelectorAll('h2[data-level="1"]')) {
    const main = renamed(one, 'h1')
    if (one.id) main.id = one.id
  }
  // Room that the editor leaves, or that somebody made: the shop's own distances are between blocks.
  for (const one of body.querySelectorAll('p:empty')) one.remove()
  // As the server writes them, so that what is saved is what was sent.
  return body.innerHTML.replace(/<(br|hr|img)\b([^>]*)>/g, '<$1$2 />')
}

/** The same words in another element, without its attributes. */
function renamed(one: Element, name: string): HTMLElement {
  const other = document.createElement(name)
  other.append(...one.childNodes)
  one.replaceWith(other)
  return other
}

/** One paragraph alone, or before a list within the point. */
function unwrapFirst(one: Element): void {
  const [first, ...rest] = one.children
  if (first?.tagName === 'P' && rest.every(({ tagName }) => tagName === 'UL' || tagName === 'OL'))
    first.replaceWith(...first.childNodes)
}

function withHead(table: HTMLTableElement): void {
  const [first] = table.rows
  if (!first || table.tHead) return
  const cells = [...first.cells]
  if (table.rows.length > 1 && cells.every(({ tagName }) => tagName === 'TH')) table.createTHead().append(first)
  for (const cell of table.querySelectorAll('th'))
    if (!cell.hasAttribute('scope')) cell.setAttribute('scope', cell.closest('thead') ? 'col' : 'row')
}

/** What comes by the clipboard, without what the server would take out of it in silence. */
export function pasted(html: string): string {
  const body = parsed(html)
  for (const one of body.querySelectorAll('img'))
    if (!/^(https:|\/(?!\/))/.test(one.getAttribute('src') ?? '')) one.remove()
  for (const one of body.querySelectorAll('a'))
    if (!isAddress(one.getAttribute('href') ?? '')) one.replaceWith(...one.childNodes)
  return body.innerHTML
}

/** What a link may lead to; the server takes out others. */
export const isAddress = (text: string) => /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)\S+$/.test(text)

/** What the editor makes of it; null where it can't show all: what it does not know would be gone with the first letter that is typed. */
export function through(html: string): string | null {
  const made = tidy(generateHTML(generateJSON(html, extensions), extensions))
  return plain(tidy(html)) === plain(made) ? made : null
}

/** As far as a reader can tell: without room between blocks, with the names that mean the same. */
function plain(html: string): string {
  const body = parsed(html)
  for (const one of body.querySelectorAll('b')) renamed(one, 'strong')
  for (const one of body.querySelectorAll('i')) renamed(one, 'em')
  for (const one of body.querySelectorAll('*')) {
    const attributes = [...one.attributes].sort((a, b) => a.name.localeCompare(b.name))
    for (const { name } of attributes) one.removeAttribute(name)
    for (const { name, value } of attributes) if (name !== 'rel') one.setAttribute(name, value)
  }
  return body.innerHTML
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?!a\b|strong|em|u\b|s\b|code|br)[a-z0-9]+[^>]*>) ?/g, '$1')
    .trim()
}
