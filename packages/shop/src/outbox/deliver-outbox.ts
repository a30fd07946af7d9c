import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { QueuedMail } from './enqueue-mail.ts'

/** Minutes until the next attempt; after the last the message rests with its error, for a person to see. */
const backoffMinutes = [1, 5, 15, 60, 180, 720]
const batch = 20

interface Claimed {
  id: number
  shop_id: number
  dedupe_key: string
  payload: QueuedMail
  attempts: number
}

/**
 * Sends what waits in the outbox, on any number of processes at once. A message is claimed by moving its next attempt
 * ahead first, so that a process that dies while sending leaves it to a later one. Returns how many were sent.
 */
export async function deliverOutbox(ctx: Pick<Context, 'db' | 'ports' | 'log'>): Promise<number> {
  const claimed = await ctx.db.execute<Claimed & Record<string, unknown>>(sql`
    update outbox set attempts = attempts + 1,
      next_attempt_at = now() + (array[${sql.raw(backoffMinutes.join(','))}])[least(attempts + 1, ${backoffMinutes.length})] * interval '1 minute'
    where id in (select id from outbox where sent_at is null and failed_at is null and next_attempt_at <= now()
      order by id limit ${batch} for update skip locked)
    returning id, shop_id, dedupe_key, payload, attempts`)
  let sent = 0
  for (const message of claimed.rows) if (await deliver(ctx, message)) sent += 1
  return sent
}

async function deliver(ctx: Pick<Context, 'db' | 'ports' | 'log'>, message: Claimed): Promise<boolean> {
  const [sender] = await ctx.db.select().from(shop).where(eq(shop.id, message.shop_id))
  try {
    await ctx.ports.mail.send({
      ...message.payload,
      from: { name: sender!.shop_name, address: sender!.email },
      message_id: `<${message.dedupe_key.replace(/[^\w-]/g, '.')}@kushi>`,
    })
    await ctx.db.update(outbox).set({ sent_at: sql`now()`, error: null }).where(eq(outbox.id, message.id))
    return true
  } catch (error) {
    const last = message.attempts >= backoffMinutes.length
    const text = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    await ctx.db
      .update(outbox)
      .set({ error: text, ...(last ? { failed_at: sql`now()` } : {}) })
      .where(eq(outbox.id, message.id))
    ctx.log.warn({ outbox_id: message.id, attempts: message.attempts, gave_up: last }, 'mail not delivered')
    return false
  }
}
