import type { Tx } from '@kushi/db/connect'
import { expect, test } from 'vitest'
import { type Context, contextInTransaction, type QueryContext, runInTransaction } from './context.ts'

/** Never called: the compiler reads it. */
const asks = (ctx: Context, tx: Tx) => {
  const inside = contextInTransaction(ctx, tx)
  const fits: QueryContext = inside
  // @ts-expect-error a third party is not asked while a transaction waits
  inside.ports.mail
  // @ts-expect-error nor by what takes a context that may ask
  const may: Context = inside
  // @ts-expect-error nor is anything scheduled that would not see what is written
  inside.afterwards(async () => undefined)
  // @ts-expect-error and what is left for after the commit has no whole context before it
  runInTransaction(ctx, async (_, { ports }) => ports.mail)
  return { fits, may }
}

test('what a transaction leaves for afterwards begins after its commit, with the whole context', async () => {
  const seen: unknown[] = []
  const db = {
    async transaction(run: (tx: Tx) => Promise<unknown>) {
      const result = await run('tx' as never)
      seen.push('committed')
      return result
    },
  }
  const ctx = { db, afterwards: (work: () => Promise<void>) => void work() } as unknown as Context
  const run = runInTransaction(ctx, async (tx, inside) => {
    inside.afterCommit(async (after) => void seen.push(after))
    seen.push(tx, inside.db)
    return 1
  })
  expect(await run).toBe(1)
  expect(seen).toEqual(['tx', 'tx', 'committed', ctx])
})

test('a context in a transaction has its queries run there', () => {
  const tx = {} as Tx
  expect(contextInTransaction({ shop_id: 2 } as Context, tx)).toEqual({ shop_id: 2, db: tx })
  expect(asks).toBeTypeOf('function')
})
