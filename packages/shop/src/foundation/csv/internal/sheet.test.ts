import { expect, test } from 'vitest'
import { csvFile } from './sheet.ts'

async function written(pages: string[][][]): Promise<Uint8Array> {
  const columns = [0, 1, 2].map((n) => ({ head: `h${n}`, of: (row: string[]) => row[n] ?? null }))
  async function* all() {
    yield* pages
  }
  const parts: Uint8Array[] = []
  for await (const part of csvFile('x', columns, 'utf-8', all()).content) parts.push(part)
  return Buffer.concat(parts)
}

test('what a spreadsheet must not take apart stands in quotes, and nothing else', async () => {
  const rows = [
    ['a,b', 'say "yes"', 'two\nlines'],
    ['two\r\nlines', ' blank ', '櫛'],
    ['', '"', ','],
  ]
  const file = Buffer.from(await written([[rows[0]!], [], [rows[1]!, rows[2]!]]))
  expect(file.toString()).toBe(
    '\ufeffh0,h1,h2\r\n"a,b","say ""yes""","two\nlines"\r\n"two\nlines", blank ,櫛\r\n,"""",","\r\n',
  )
})
