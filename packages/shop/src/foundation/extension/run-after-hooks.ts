import { extension_note } from '@kushi/db/schema/extension'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Context } from '../../context.ts'
import type { Extension, ExtensionEvent } from './extension.ts'
import { extensionSettings } from './extension-settings.ts'
import { withTimeout } from './internal/hooks.ts'
import { extensionsOf } from './registered.ts'

/** Milliseconds for one event. */
const TIMEOUT_MS = 10_000
/** Longer than `TIMEOUT_MS`: a claimed event becomes due again after this time if its process dies. */
const LEASE_MINUTES = 2
/** Minutes until the next attempt: three days in total. */
const PAUSES = [1, 5, 15, 60, 180, 720, 1440, 1440]
/**
 * No pause follows the last attempt. An attempt whose process died is counted too, but nothing puts off its next one.
 */
const ATTEMPTS = PAUSES.length + 1

type ClaimedEvent = Pick<ExtensionEvent, 'id' | 'event' | 'data'> & { happened_at: string; attempts: number }

/**
 * A job: runs each extension's `after` for the shop's events, the longest due first. Each event has its own
 * transaction, which also deletes its note. If an extension throws or is slow, everything rolls back and is retried
 * later, without delaying other extensions.
 */
export async function runAfterHooks(ctx: Context, budgetMs = 60_000): Promise<{ broken: number }> {
  const extensions = extensionsOf(ctx.shop_id).filter(({ after }) => after)
  const end = performance.now() + budgetMs
  let broken = 0
  for (const [n, extension] of extensions.entries()) {
    const until = performance.now() + Math.max(end - performance.now(), 0) / (extensions.length - n)
    broken += await notify(ctx, extension, until)
  }
  await forget(ctx)
  return { broken }
}

async function notify(ctx: Context, extension: Extension, until: number): Promise<number> {
  let broken = 0
  while (performance.now() < until) {
    const one = await claim(ctx, extension)
    if (!one) break
    if (one.attempts > ATTEMPTS) {
      broken += 1
      await putOff(ctx, extension, one, new Error('no attempt came to an end'))
      continue
    }
    try {
      await handle(ctx, extension, one)
    } catch (error) {
      broken += 1
      await putOff(ctx, extension, one, error)
    }
  }
  return broken
}

async function claim({ db, shop_id }: Context, { name }: Extension): Promise<ClaimedEvent | undefined> {
  const { rows } = await db.execute<ClaimedEvent & Record<string, unknown>>(sql`
    update extension_note set attempts = attempts + 1, next_attempt_at = now() + ${LEASE_MINUTES} * interval '1 minute'
    where shop_id = ${shop_id} and id = (select id from extension_note where shop_id = ${shop_id} and extension = ${name}
      and failed_at is null and next_attempt_at <= now() order by next_attempt_at, id limit 1 for update skip locked)
    returning id, event, data, happened_at, attempts`)
  return rows[0]
}

/**
 * Uses its own connection, which is closed on failure, so that queries that the extension runs afterwards reach no
 * other transaction.
 */
async function handle(ctx: Context, extension: Extension, one: ClaimedEvent): Promise<void> {
  const { db, shop_id, log } = ctx
  const settings = await extensionSettings(ctx, extension)
  const { id, event, data, happened_at } = one
  const client = await db.$client.connect()
  let failed: unknown = null
  try {
    await drizzle(client).transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${TIMEOUT_MS}`))
      const { rowCount } = await tx.delete(extension_note).where(sameRowCondition(extension_note, { shop_id, id }))
      // Another process has already run this event.
      if (rowCount === 0) return
      const happened: ExtensionEvent = { id, shop_id, log, settings, event, data, at: new Date(happened_at) }
      await withTimeout(TIMEOUT_MS, async () => extension.after?.[event]?.(tx, happened)).catch((error: unknown) => {
        failed = error
        client.release(true)
        throw error
      })
    })
  } catch (error) {
    throw failed ?? error
  } finally {
    if (failed === null) client.release()
  }
}

async function putOff(
  ctx: Context,
  { name }: Extension,
  { id, attempts, event }: ClaimedEvent,
  error: unknown,
): Promise<void> {
  const pause = PAUSES[attempts - 1]
  const last_error = (error instanceof Error ? error.message : 'unknown').slice(0, 200)
  await ctx.db
    .update(extension_note)
    .set({
      last_error,
      ...(pause === undefined
        ? { failed_at: sql`now()` }
        : { next_attempt_at: sql`now() + ${pause} * interval '1 minute'` }),
    })
    .where(sameRowCondition(extension_note, { shop_id: ctx.shop_id, id }))
  const about = { err: error, extension: name, event, event_id: id, attempts }
  ctx.log.error(about, pause === undefined ? 'an extension was given up' : 'an extension failed')
}

/** Deletes events after 30 days: they were given up, or their extension no longer exists. */
const forget = ({ db, shop_id }: Context) =>
  db.execute(sql`delete from extension_note where (shop_id, id) in (
    select shop_id, id from extension_note where shop_id = ${shop_id} and created_at < now() - interval '30 days' limit 2000)`)
