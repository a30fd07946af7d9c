import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUp } from './setup.ts'

/** The part of the protocol that a client needs to connect and to receive one number. */
const message = (kind: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(kind), length, body])
}
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const int16 = (value: number) => int32(value).subarray(2)
const text = (value: string) => Buffer.from(`${value}\0`)
const ready = message('Z', Buffer.from('I'))
const column = [text('version'), int32(0), int16(0), int32(23), int16(4), int32(-1), int16(0)]
const answer = (value: string) => [
  message('T', int16(1), ...column),
  message('D', int16(1), int32(value.length), Buffer.from(value)),
  message('C', text('SELECT 1')),
  ready,
]

const asked: string[] = []
const server = createServer((socket) => {
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', int32(0)), ready]))
    socket.on('data', (chunk) => {
      const data = Buffer.from(chunk)
      if (data[0] !== 'Q'.charCodeAt(0)) return void socket.end()
      asked.push(data.subarray(5).toString())
      socket.write(Buffer.concat(answer('13')))
    })
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

test('a PostgreSQL older than 14 is reported in one sentence, before anything is created there', async () => {
  const { port } = server.address() as { port: number }
  await expect(setUp(`postgres://someone@127.0.0.1:${port}/shop`)).rejects.toMatchObject({
    name: 'SetupError',
    message: 'DATABASE_URL leads to PostgreSQL 13; Kushi needs 14 or later.',
  })
  expect(asked).toHaveLength(1)
})
