import { insertRows } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { person_sign } from '@kushi/db/schema/person'
import type { Context } from '../../context.ts'
import { hashPersonSigns, type PersonSignContext } from './internal/hashed-signs.ts'
import type { PersonAccount, PersonAddress } from './rules/signs-of.ts'

interface SignedOrder {
  customer_id: number
  account: PersonAccount | null
  to: PersonAddress
}

/** Stores the signs of the buyers of these orders, each once. */
export async function storePersonSigns(
  db: Queryable,
  ctx: PersonSignContext & Pick<Context, 'clock'>,
  all: readonly SignedOrder[],
): Promise<void> {
  const { shop_id } = ctx
  const created_at = ctx.clock.now()
  const rows = all.flatMap(({ customer_id, account, to }) =>
    hashPersonSigns(ctx, account, to)
      .filter(({ is_kept }) => is_kept)
      .map(({ kind, signs }) => ({ shop_id, sign: signs[0]!, customer_id, kind, created_at })),
  )
  // In one order, so that two orders of one member never wait for each other.
  rows.sort((a, b) => (a.sign < b.sign ? -1 : 1))
  await insertRows(db, person_sign, rows, [], { skipExisting: true })
}
