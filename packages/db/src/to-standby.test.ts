import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './connect.ts'
import { isDatabaseOutage } from './outage.ts'

/** The part of the protocol that lets a client connect, says whether this is a standby, and answers others with no rows. */
const message = (kind: string, body: string) => {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(kind, 'latin1')
  bytes.writeInt32BE(4 + body.length, 1)
  bytes.write(body, 5, 'latin1')
  return bytes
}
const ready = message('Z', 'I')
const column = message('T', '\0\x01is_standby\0\0\0\0\0\0\0\0\0\0\x10\0\x01\xff\xff\xff\xff\0\0')
const row = (is_standby: boolean) => message('D', `\0\x01\0\0\0\x01${is_standby ? 't' : 'f'}`)
let is_standby = true
const asked: string[] = []
const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', '\0\0\0\0'), ready]))
    socket.on('data', (data) => {
      if (data[0] !== 'Q'.charCodeAt(0)) return
      const text = Buffer.from(data).subarray(5, -1).toString()
      const rows = text.includes('pg_is_in_recovery') ? [column, row(is_standby)] : []
      if (rows.length === 0) asked.push(text)
      socket.write(Buffer.concat([...rows, message('C', 'SELECT 0\0'), ready]))
    })
  })
})
let url = ''
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
beforeAll(() => {
  url = `postgres://someone@127.0.0.1:${(server.address() as { port: number }).port}/shop`
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

test('a connection that a balancer leads to a standby is closed before its first query', async () => {
  const { pool, close } = openDatabase(url, { max: 1 })
  const error = await pool.query('select').catch((error: unknown) => error)
  expect([isDatabaseOutage(error), asked, pool.totalCount]).toEqual([true, [], 0])
  is_standby = false
  await pool.query('select 1')
  expect(asked).toEqual(['select 1'])
  await close()
})

test('a caller that wants a standby gets one', async () => {
  is_standby = true
  const { pool, close } = openDatabase(url, { max: 1, standby: true })
  await pool.query('select 2')
  expect(asked.at(-1)).toBe('select 2')
  await close()
})
