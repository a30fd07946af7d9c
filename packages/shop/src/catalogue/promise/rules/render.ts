import { isShopPlaceholder, type ShopPlaceholderName, shopPlaceholderNames } from '@kushi/values/promise'
import { type PromiseBlockContent, type PromiseTable, promiseBlocks } from './blocks.ts'
import type { ShopFacts } from './facts.ts'

const BLOCK = /\{([^{}\s]{1,20})\}/g
/** A paragraph of nothing but one block, a tag, or a block. */
const PART = /<p>\s*\{([^{}\s]{1,20})\}\s*<\/p>|<(\/?)([a-z][a-z0-9]*)[^>]*>|\{([^{}\s]{1,20})\}/g
/** Elements that can't contain a table. */
const OF_PHRASES = /^(?:p|h[1-6]|a|summary)$/
/** Blocks of one text that are filled; what an operator types beyond them stays as typed. */
const MAX_BLOCKS = 200

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

const tableText = ({ rows }: PromiseTable): string =>
  rows.map((row) => `・${row.filter((cell) => cell !== '').join(' ')}`).join('\n')

const asText = (rendered: PromiseBlockContent): string =>
  typeof rendered === 'string' ? rendered : tableText(rendered)

function asHtml(rendered: PromiseBlockContent): string {
  if (typeof rendered === 'string') return escaped(rendered)
  const { head, rows } = rendered
  if (rows.length === 0) return ''
  // A row without a name belongs to the one above; on a phone each cell is a line of its own, with the head before it.
  const row = ([name, ...cells]: string[], n: number) => {
    const next = rows.findIndex(([other], m) => m > n && other !== '')
    const span = (next < 0 ? rows.length : next) - n
    const heading = `<th scope="row"${span > 1 ? ` rowspan="${span}"` : ''}>${escaped(name!)}</th>`
    const others = cells.map((cell, m) => `<td data-head="${escaped(head[m + 1]!)}">${escaped(cell)}</td>`)
    return `<tr>${name === '' ? '' : heading}${others.join('')}</tr>`
  }
  return `<table><thead><tr>${head.map((one) => `<th scope="col">${escaped(one)}</th>`).join('')}</tr></thead><tbody>${rows.map(row).join('')}</tbody></table>`
}

/** Returns a function that renders a placeholder's block, each once per text. */
function filler(facts: ShopFacts): (name: ShopPlaceholderName) => PromiseBlockContent | null {
  const rendered = new Map<ShopPlaceholderName, PromiseBlockContent>()
  let left = MAX_BLOCKS
  return (name) => {
    if (left-- <= 0) return null
    const known = rendered.get(name) ?? promiseBlocks[name](facts)
    rendered.set(name, known)
    return known
  }
}

/**
 * Fills the blocks in HTML of the shop. A name that is no block stays as typed, and so does one in an attribute. A
 * table where only phrases may stand becomes rows of text. The text of a block is not searched for blocks again.
 */
export function fillPromisesInHtml(html: string, facts: ShopFacts): string {
  if (!html.includes('{')) return html
  const said = filler(facts)
  let depth = 0
  return html.replace(PART, (typed, alone?: string, closing?: string, tag?: string, inside?: string) => {
    if (tag !== undefined) {
      if (OF_PHRASES.test(tag)) depth += closing ? -1 : 1
      return typed
    }
    const name = alone ?? inside!
    const block = isShopPlaceholder(name) ? said(name) : null
    if (block === null) return typed
    if (depth === 0 && (alone === undefined || typeof block !== 'string')) return asHtml(block)
    const text = escaped(asText(block)).replaceAll('\n', '<br />')
    return alone === undefined ? text : `<p>${text}</p>`
  })
}

/** Fills the blocks in a plain text of the shop. */
export function fillPromisesInText(text: string, facts: ShopFacts): string {
  if (!text.includes('{')) return text
  const said = filler(facts)
  return text.replace(BLOCK, (typed, name: string) => {
    const block = isShopPlaceholder(name) ? said(name) : null
    return block === null ? typed : asText(block)
  })
}

/** All blocks in words, for choosing one and for placeholders. */
export const promiseTexts = (facts: ShopFacts): Record<ShopPlaceholderName, string> =>
  Object.fromEntries(shopPlaceholderNames.map((name) => [name, asText(promiseBlocks[name](facts))])) as Record<
    ShopPlaceholderName,
    string
  >
