import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openStandby } from '../standby.ts'
import { testDatabase } from '../testing.ts'

const database = await testDatabase()
/** Forwards to the database until it hangs: connections stay open, and nothing is answered. */
let hangs = false
const ends = new Set<Socket>()
const { host, port, user, password, database: name } = new pg.Client(database.url)
const machine = createServer((near) => {
  const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  for (const end of [near, far]) ends.add(end.on('error', () => undefined))
  near.on('data', (data) => !hangs && far.write(data))
  far.on('data', (data) => !hangs && near.write(data))
})
await new Promise<void>((resolve) => machine.listen(0, '127.0.0.1', resolve))
afterAll(async () => {
  for (const end of ends) end.destroy()
  machine.close()
  await database.close()
})

test('while the standby hangs, the primary answers after a second', async () => {
  const account = `${user}:${encodeURIComponent(password ?? '')}`
  const url = `postgres://${account}@127.0.0.1:${(machine.address() as { port: number }).port}/${name}`
  const standby = openStandby(database.pool, { url, boundMs: 5_000, max: 2 })
  // It is no standby, so its position is asked for each time.
  const read = () => standby.readsAfter(null).db.execute(sql`select 1 as one`)
  await expect.poll(() => read().then(() => standby.pool.totalCount)).toBeGreaterThan(0)
  hangs = true
  const asked = performance.now()
  expect((await read()).rows).toEqual([{ one: 1 }])
  expect(performance.now() - asked).toBeLessThan(4_000)
  await standby.close()
})
