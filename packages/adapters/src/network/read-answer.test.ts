import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchPublicHost } from './fetch-outside.ts'
import { readAnswer } from './read-answer.ts'

/** Reads up to 8 bytes of what the host writes. */
async function read(write: (answer: ServerResponse) => void) {
  const gone = Promise.withResolvers<void>()
  const host = createServer((_, answer) => {
    answer.on('close', gone.resolve)
    write(answer)
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`
  try {
    const answer = await fetchPublicHost({
      url,
      ...{ method: 'GET', headers: {}, body: '', timeoutMs: 60_000, local: true },
    })
    const found = await readAnswer(answer, 8)
    await gone.promise
    return found
  } finally {
    host.close()
  }
}

test.each([
  ['', '', false],
  ['12345678', '12345678', false],
  ['123456789', '12345678', true],
])('of %o at most 8 bytes are read', async (written, text, isLonger) => {
  expect(await read((answer) => answer.end(written))).toEqual({ text, isLonger })
})

test('a host that never ends is left', async () => {
  const found = await read((answer) => {
    const more = setInterval(() => answer.write('1234'), 1)
    answer.on('close', () => clearInterval(more))
  })
  expect(found).toEqual({ text: '12341234', isLonger: true })
})
