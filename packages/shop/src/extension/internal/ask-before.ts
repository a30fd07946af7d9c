import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import type { BeforePoint, BeforePoints, Look } from '../extension.ts'
import { extensionsOf } from '../registered.ts'
import { inTime } from './in-time.ts'

/** Milliseconds: a customer waits. */
const PATIENCE = 1_000

/**
 * Asks the extensions of the shop, one after another. One that throws or is slow is logged and counts as not there: a shop
 * goes on selling.
 * @throws ShopError 422 ERROR_ORDER_REFUSED with the sentence of the first that refuses
 */
export async function askBefore<P extends BeforePoint>(ctx: Context, point: P, asked: BeforePoints[P]): Promise<void> {
  for (const { name, before } of extensionsOf(ctx.shop_id)) {
    const ask = before?.[point]
    if (!ask) continue
    const refusal = await inTime(PATIENCE, async () => ask(structuredClone(asked), lookOf(ctx))).catch(
      (error: unknown) => {
        ctx.log.error({ err: error, extension: name, point }, 'an extension could not be asked')
        return null
      },
    )
    if (typeof refusal === 'string' && refusal !== '') throw new ShopError(422, 'ERROR_ORDER_REFUSED', refusal)
  }
}

/** Each query stands by itself, so that one who comes late holds nothing of ours. */
const lookOf = ({ db, shop_id, clock, log }: Context): Look => ({
  ...{ shop_id, clock, log },
  rows: <R extends Record<string, unknown>>(query: SQL) =>
    db.transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${PATIENCE}`))
        return (await tx.execute<R>(query)).rows as R[]
      },
      { accessMode: 'read only' },
    ),
})
