import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { type ReaderState, ReadingPool } from './reading-pool.ts'

const failure = (code: string, message = code) => Object.assign(new Error(message), { code })

/** A server that reports these log positions one after the other, and returns its name as the result. */
function server(name: string, ...replayed: (string | null)[]) {
  const asked: string[] = []
  const client = {
    released: [] as unknown[],
    async query(config: pg.QueryConfig | string) {
      const text = typeof config === 'string' ? config : config.text
      if (text.includes('pg_last_wal_replay_lsn')) return { rows: [{ replayed: replayed.shift() }] }
      asked.push(text)
      if (text.startsWith('fail ')) throw failure(text.slice(5))
      return { rows: [{ name }] }
    },
    release(error?: unknown) {
      client.released.push(error)
    },
  }
  return { asked, client, pool: { connect: async () => client, query: client.query } as unknown as pg.Pool }
}

function reading({ need = 100n, at = ['0/64'] as (string | null)[] } = {}) {
  const [primary, standby] = [server('primary'), server('standby', ...at)]
  let avoided = 0
  const plan: ReaderState = {
    primary: primary.pool,
    standby: standby.pool,
    reached: new WeakMap(),
    needed: () => need,
    avoid: () => void avoided++,
  }
  return { primary, standby, plan, avoided: () => avoided }
}
const answer = async (pool: ReadingPool, text = 'select') => (await pool.query({ text })).rows[0].name

test.each([
  ['it has come as far', ['0/64'], 'standby'],
  ['further', ['1/0'], 'standby'],
  ['not so far', ['0/63'], 'primary'],
  ['it is a primary itself', [null], 'primary'],
])('who answers when %s', async (_, at, name) => {
  const { plan, avoided } = reading({ at })
  const pool = new ReadingPool(plan)
  expect([await answer(pool), pool.isFromPrimary, avoided()]).toEqual([name, name === 'primary', 0])
})

test('its position is queried only when a later one is needed', async () => {
  const { plan } = reading({ at: ['0/64', '0/C8'] })
  expect(await answer(new ReadingPool(plan))).toBe('standby')
  expect(await answer(new ReadingPool(plan))).toBe('standby')
  const later = new ReadingPool({ ...plan, needed: () => 150n })
  expect(await answer(later)).toBe('standby')
  expect(await answer(new ReadingPool({ ...plan, needed: () => 201n }))).toBe('primary')
})

test('it is not read while its position is unknown, or while it cannot be reached', async () => {
  const { plan, standby } = reading()
  expect(await answer(new ReadingPool({ ...plan, needed: () => null }))).toBe('primary')
  const gone = { connect: () => Promise.reject(failure('ECONNREFUSED')) } as unknown as pg.Pool
  let avoided = 0
  expect(await answer(new ReadingPool({ ...plan, standby: gone, avoid: () => void avoided++ }))).toBe('primary')
  expect([standby.asked, avoided]).toEqual([[], 1])
})

test.each([
  // The error code, the servers that are queried, and whether the standby is then avoided for a while.
  ['40001', ['standby', 'primary'], 0],
  ['57P01', ['standby', 'primary'], 1],
  ['ECONNRESET', ['standby', 'primary'], 1],
  ['57014', ['standby'], 0],
  ['42703', ['standby'], 0],
])('a statement that fails there with %s', async (code, who, avoided) => {
  const { plan, standby, primary, avoided: left } = reading()
  const pool = new ReadingPool(plan)
  await expect(pool.query({ text: `fail ${code}` })).rejects.toThrow(code)
  expect([...standby.asked.map(() => 'standby'), ...primary.asked.map(() => 'primary')]).toEqual(who)
  expect([left(), standby.client.released.length, pool.isFromPrimary]).toEqual([avoided, 1, who.length > 1])
})

test('a reader of the primary stays there, and a reader of a standby never goes back behind it', async () => {
  const { plan, standby } = reading({ at: ['0/10', '0/64'] })
  const pool = new ReadingPool(plan)
  expect([await answer(pool), await answer(pool)]).toEqual(['primary', 'primary'])

  const other = server('other', '0/70')
  const both = [standby.client, other.client]
  const turns = { connect: async () => both.shift() } as unknown as pg.Pool
  const reader = new ReadingPool({ ...plan, standby: turns, reached: new WeakMap([[standby.client as never, 200n]]) })
  expect([await answer(reader), await answer(reader)]).toEqual(['standby', 'primary'])
})

test('a transaction is the primary’s', async () => {
  const { plan, primary, standby } = reading()
  await drizzle(new ReadingPool(plan) as unknown as pg.Pool).transaction((tx) => tx.execute('insert'))
  expect([primary.asked, standby.asked]).toEqual([['begin', 'insert', 'commit'], []])
})
