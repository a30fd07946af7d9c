import { insertRows } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { extension_note } from '@kushi/db/schema/extension'
import type { WebhookEvent } from '@kushi/values/webhook'
import { type SQL, sql } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import type { BeforeHookContext, BeforeHookInputs, BeforeHookPoint } from '../extension.ts'
import { extensionsOf } from '../registered.ts'

/** Milliseconds; short, because a customer is waiting. */
const TIMEOUT_MS = 1_000

/**
 * Calls the extensions of the shop, one after another. If one throws or is slow, that is logged and it is skipped, so
 * that the shop continues to sell.
 * @throws ShopError 409 ERROR_ORDER_REFUSED with the sentence of the first extension that refuses
 */
export async function runBeforeHooks<P extends BeforeHookPoint>(
  ctx: QueryContext,
  point: P,
  asked: BeforeHookInputs[P],
): Promise<void> {
  for (const { name, before } of extensionsOf(ctx.shop_id)) {
    const ask = before?.[point]
    if (!ask) continue
    const refusal = await withTimeout(TIMEOUT_MS, async () => ask(structuredClone(asked), lookOf(ctx))).catch(
      (error: unknown) => {
        ctx.log.error({ err: error, extension: name, point }, 'an extension could not be asked')
        return null
      },
    )
    if (typeof refusal === 'string' && refusal !== '') throw new ShopError(409, 'ERROR_ORDER_REFUSED', refusal)
  }
}

/** Each query has its own transaction, so that a slow extension holds no lock or connection of the request. */
const lookOf = ({ db, shop_id, clock, log }: QueryContext): BeforeHookContext => ({
  shop_id,
  clock,
  log,
  rows: <R extends Record<string, unknown>>(query: SQL) =>
    db.transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${TIMEOUT_MS}`))
        return (await tx.execute<R>(query)).rows as R[]
      },
      { accessMode: 'read only' },
    ),
})

/**
 * The result of `work`, or an error when it takes longer. The work can't be aborted, but the caller no longer waits for
 * it.
 */
export async function withTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms)
  })
  try {
    const working = work()
    // A later rejection is ignored, so that it does not end the process.
    working.catch(() => undefined)
    return await Promise.race([working, late])
  } finally {
    clearTimeout(timer)
  }
}

type Data = Readonly<Record<string, string | number | null>>

/**
 * Writes notes for each extension that handles the event, in the transaction that caused it. Runs no query when there
 * is none.
 */
export async function queueAfterHooks(
  tx: Queryable,
  { shop_id, at }: { shop_id: number; at: Date },
  all: readonly { event: WebhookEvent; data: Data }[],
): Promise<void> {
  const extensions = extensionsOf(shop_id)
  const rows = all.flatMap(({ event, data }) =>
    extensions
      .filter(({ after }) => after?.[event])
      .map(({ name }) => ({ shop_id, extension: name, event, data, happened_at: at })),
  )
  await insertRows(tx, extension_note, rows)
}
