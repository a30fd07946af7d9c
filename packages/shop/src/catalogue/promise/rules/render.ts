import { isPromise, isPromiseTable, type PromiseName, promiseNames } from '@kushi/values/promise'
import { type BlockTable, type BlockText, blocks } from './blocks.ts'
import type { ShopFacts } from './facts.ts'

const BLOCK = /\{([^{}\s]{1,20})\}/g
/** A paragraph of nothing but one block. */
const ALONE = /<p>\s*\{([^{}\s]{1,20})\}\s*<\/p>/g
const PARAGRAPH = /<p>.*?<\/p>/gs

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

const tableText = ({ rows }: BlockTable): string =>
  rows.map((row) => `・${row.filter((cell) => cell !== '').join(' ')}`).join('\n')

const asText = (rendered: BlockText): string => (typeof rendered === 'string' ? rendered : tableText(rendered))

function asHtml(rendered: BlockText): string {
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

/**
 * HTML of the shop with its blocks filled; the same facts in a text by `filledText`. A name that is no block stays as
 * typed. A table inside a sentence becomes rows of text, because a paragraph can't contain a table.
 */
export function filledHtml(html: string, facts: ShopFacts): string {
  if (!html.includes('{')) return html
  const rendered = (name: PromiseName) => blocks[name](facts)
  return html
    .replace(ALONE, (typed, name: string) => (isPromise(name) && isPromiseTable(name) ? asHtml(rendered(name)) : typed))
    .replace(PARAGRAPH, (paragraph) =>
      paragraph.replace(BLOCK, (typed, name: string) =>
        isPromise(name) ? escaped(asText(rendered(name))).replaceAll('\n', '<br />') : typed,
      ),
    )
    .replace(BLOCK, (typed, name: string) => (isPromise(name) ? asHtml(rendered(name)) : typed))
}

/** A plain text of the shop with its blocks filled. */
export const filledText = (text: string, facts: ShopFacts): string =>
  text.includes('{')
    ? text.replace(BLOCK, (typed, name: string) => (isPromise(name) ? asText(blocks[name](facts)) : typed))
    : text

/** Every block in words, for the chooser and for placeholders. */
export const promiseTexts = (facts: ShopFacts): Record<PromiseName, string> =>
  Object.fromEntries(promiseNames.map((name) => [name, asText(blocks[name](facts))])) as Record<PromiseName, string>
