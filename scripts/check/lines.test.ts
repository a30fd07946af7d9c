import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const LONGEST_LINE = 160
const LONGEST_CELL = 200

/** A line of the documents that is too long to be read: its place and length. */
function longLines(document: string, text: string): string[] {
  const long: string[] = []
  let isCode = false
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode
    // A command is typed as it stands, and a picture of a diagram has no line of its own.
    if (isCode) continue
    const place = `${document}:${index + 1}`
    const cells = line.startsWith('|') ? line.split(/(?<!\\)\|/).map((cell) => cell.trim().length) : []
    if (cells.length > 0) {
      const longest = Math.max(...cells)
      if (longest > LONGEST_CELL) long.push(`${place}: a cell of ${longest} characters; make the table a list`)
      continue
    }
    // An address can't be broken.
    const length = line.replaceAll(/https?:\/\/[^\s)]+/g, '').length
    if (length > LONGEST_LINE) long.push(`${place}: ${length} characters`)
  }
  return long
}

test('no line of the documents is over 160 characters, and no cell of a table over 200', async () => {
  const long: string[] = []
  let documents = 0
  for await (const document of glob(['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md'], { cwd: root })) {
    documents += 1
    long.push(...longLines(document, await readFile(join(root, document), 'utf8')))
  }
  expect(long).toEqual([])
  expect(documents).toBeGreaterThan(40)
})

test('a long line and a long cell are found, commands and addresses are not', () => {
  const word = 'word '
  const text = ['', word.repeat(33), `| a | ${word.repeat(41)} |`, '```sh', word.repeat(50), '```'].join('\n')
  expect(longLines('page.md', text)).toEqual([
    'page.md:2: 165 characters',
    'page.md:3: a cell of 204 characters; make the table a list',
  ])
  expect(longLines('page.md', `${word.repeat(20)}(https://example.com/${'a'.repeat(90)})`)).toEqual([])
})
