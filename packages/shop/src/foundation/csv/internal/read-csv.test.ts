import { expect, test } from 'vitest'
import { streamCsv } from './read-csv.ts'

const ROWS = 40_000

/** A file of this many rows, that counts how far it was read. */
function fileOf(rows: number, encoded = (text: string): Uint8Array => Buffer.from(text)) {
  const file = { opened: 0, read: 0 }
  async function* open() {
    file.opened++
    file.read = 0
    yield encoded('番号,名\r\n')
    for (let row = 1; row <= rows; row++) {
      file.read = row
      yield encoded(`${row},椿 花子\r\n`)
    }
  }
  return { file, open }
}

test('a file is read only as far as its rows are taken, however long it is', async () => {
  const { file, open } = fileOf(ROWS)
  const { rows } = await streamCsv(open)
  let taken = 0
  let mostAhead = 0
  for await (const { row } of rows) {
    expect(row).toBe(++taken + 1)
    mostAhead = Math.max(mostAhead, file.read - taken)
    // The reader could go on meanwhile.
    if (taken % 500 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(taken).toBe(ROWS)
  expect(mostAhead).toBeLessThan(8_000)
  expect(file.opened).toBe(2)
})

test('bytes that are no text are refused after the first of them', async () => {
  const { file, open } = fileOf(ROWS, () => new Uint8Array(10_000).fill(0xff))
  await expect(streamCsv(open)).rejects.toThrow('文字コードを読み取れません')
  expect(file.read).toBeLessThan(200)
})
