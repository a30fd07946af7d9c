import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import type { BeforePoint, BeforePoints, Look } from '../extension.ts'
import { extensionsOf } from '../registered.ts'
import { inTime } from './in-time.ts'

/** Milliseconds; short, because a customer is waiting. */
const PATIENCE = 1_000

/**
 * Calls the extensions of the shop, one after another. If one throws or is slow, that is logged and it is skipped, so
 * that the shop continues to sell.
 * @throws ShopError 422 ERROR_ORDER_REFUSED with the sentence of the first extension that refuses
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

/** Each query has its own transaction, so that a slow extension holds no lock or connection of the request. */
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
