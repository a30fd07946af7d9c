import { generateHTML, generateJSON } from '@tiptap/core'
import { extensions } from './extensions.ts'

const parsed = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/**
 * Cleans the editor's HTML to what a person would write: no paragraph around the text
 * of a list item or cell, a head in a table.
 */
export function cleanHtml(html: string): string {
  const body = parsed(html)
  for (const one of body.querySelectorAll('li, dd, td, th')) unwrapFirst(one)
  for (const one of body.querySelectorAll('colgroup')) one.remove()
  for (const one of body.querySelectorAll('[style]')) one.removeAttribute('style')
  for (const name of ['colspan', 'rowspan'])
    for (const one of body.querySelectorAll(`[${name}="1"]`)) one.removeAttribute(name)
  for (const table of body.querySelectorAll('table')) addTableHead(table)
  for (const one of body.querySelectorAll('h2[data-level="1"]')) {
    const main = renamed(one, 'h1')
    if (one.id) main.id = one.id
  }
  // Removes empty paragraphs: the shop's styles already set the space between blocks.
  for (const one of body.querySelectorAll('p:empty')) one.remove()
  // Writes void elements as the server does, so that the stored HTML equals the sent HTML.
  return body.innerHTML.replace(/<(br|hr|img)\b([^>]*)>/g, '<$1$2 />')
}

/** Moves the content into another element, without the attributes. */
function renamed(one: Element, name: string): HTMLElement {
  const other = document.createElement(name)
  other.append(...one.childNodes)
  one.replaceWith(other)
  return other
}

/** Unwraps a single paragraph, or one followed by lists only. */
function unwrapFirst(one: Element): void {
  const [first, ...rest] = one.children
  if (first?.tagName === 'P' && rest.every(({ tagName }) => tagName === 'UL' || tagName === 'OL'))
    first.replaceWith(...first.childNodes)
}

function addTableHead(table: HTMLTableElement): void {
  const [first] = table.rows
  if (!first || table.tHead) return
  const cells = [...first.cells]
  if (table.rows.length > 1 && cells.every(({ tagName }) => tagName === 'TH')) table.createTHead().append(first)
  for (const cell of table.querySelectorAll('th'))
    if (!cell.hasAttribute('scope')) cell.setAttribute('scope', cell.closest('thead') ? 'col' : 'row')
}

/** Pasted HTML, without the parts that the server would silently remove. */
export function cleanPastedHtml(html: string): string {
  const body = parsed(html)
  for (const one of body.querySelectorAll('img'))
    if (!/^(https:|\/(?!\/))/.test(one.getAttribute('src') ?? '')) one.remove()
  for (const one of body.querySelectorAll('a'))
    if (!isAddress(one.getAttribute('href') ?? '')) one.replaceWith(...one.childNodes)
  return body.innerHTML
}

/** The allowed targets of a link. The server removes others. */
export const isAddress = (text: string) => /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)\S+$/.test(text)

/**
 * The HTML after a pass through the editor; null if the editor can't show all of
 * it and would drop parts at the first edit.
 */
export function normalizeThroughEditor(html: string): string | null {
  const normalizedHtml = cleanHtml(generateHTML(generateJSON(html, extensions), extensions))
  return plain(cleanHtml(html)) === plain(normalizedHtml) ? normalizedHtml : null
}

/** Normalizes HTML to what a reader can see: ignores space between blocks, and unifies equivalent elements. */
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
