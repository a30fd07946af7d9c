import type { Tx } from '@kushi/db/connect'
import { expect, test } from 'vitest'
import { type Context, inTransaction, type QueryContext } from './context.ts'

/** Never called: the compiler reads it. */
const asks = (ctx: Context, tx: Tx) => {
  const inside = inTransaction(ctx, tx)
  const fits: QueryContext = inside
  // @ts-expect-error a third party is not asked while a transaction waits
  inside.ports.mail
  // @ts-expect-error nor by what takes a context that may ask
  const may: Context = inside
  return { fits, may }
}

test('a context in a transaction has its queries run there', () => {
  const tx = {} as Tx
  expect(inTransaction({ shop_id: 2 } as Context, tx)).toEqual({ shop_id: 2, db: tx })
  expect(asks).toBeTypeOf('function')
})
