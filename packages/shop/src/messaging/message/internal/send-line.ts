import { createHash } from 'node:crypto'
import { cart_reminder, cart_tracking } from '@kushi/db/schema/abandonment'
import { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { line_friend } from '@kushi/db/schema/line'
import { outbox } from '@kushi/db/schema/system'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { QueuedLineMessage } from './enqueue-line.ts'

interface Message {
  id: number
  shop_id: number
  dedupe_key: string
}

type SendContext = Pick<Context, 'db' | 'ports'>

/**
 * Sends the message over LINE. If the recipient has blocked the account, records that and falls back to mail where
 * possible.
 */
export async function sendLine(ctx: SendContext, message: Message, payload: QueuedLineMessage): Promise<void> {
  if (await ctx.ports.line_messaging.isReachable(payload.to))
    return ctx.ports.line_messaging.push(payload.to, payload.message, lineRetryKey(message))
  const theirs = and(eq(line_friend.shop_id, message.shop_id), eq(line_friend.line_user_id, payload.to))
  await ctx.db.update(line_friend).set({ friend_status_id: 1, is_blocked: true }).where(theirs)
  if (payload.cart_reminder_id !== undefined)
    await remindAgain(ctx, { shop_id: message.shop_id, id: payload.cart_reminder_id })
  if (payload.bulk_row) await writeAgain(ctx, message, payload.bulk_row)
}

/** The UUID by which LINE recognises a message: the same for every attempt at this row, different for other rows. */
export function lineRetryKey({ id, shop_id, dedupe_key }: Message): string {
  const hex = createHash('sha256').update(`${shop_id}\n${id}\n${dedupe_key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * The reminder step was not seen. Makes it due again, so that the job picks another channel if the person consented to
 * one.
 */
async function remindAgain({ db }: SendContext, reminder: { shop_id: number; id: number }): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(cart_reminder).where(sameRowCondition(cart_reminder, reminder)).returning()
    if (!gone) return
    const again = { step: gone.step, next_at: gone.created_at, ended_at: null, end_reason: null }
    await tx
      .update(cart_tracking)
      .set(again)
      .where(sameRowCondition(cart_tracking, { shop_id: gone.shop_id, id: gone.tracking_id }))
  })
}

/**
 * The message was not seen. Resets its row of the 一斉送信, so that the job sends it by mail. Locks the job first, in the
 * same order as stopping a job does.
 */
async function writeAgain({ db }: SendContext, message: Message, row: NonNullable<QueuedLineMessage['bulk_row']>) {
  const { shop_id } = message
  await db.transaction(async (tx) => {
    await tx
      .update(bulk_job)
      .set({ state: sql`case when ${bulk_job.state} = 'done' then 'running' else ${bulk_job.state} end` })
      .where(sameRowCondition(bulk_job, { shop_id, id: row.job_id }))
    await tx.delete(outbox).where(sameRowCondition(outbox, message))
    const mine = and(eq(bulk_job_row.shop_id, shop_id), eq(bulk_job_row.job_id, row.job_id))
    await tx
      .update(bulk_job_row)
      .set({ state: 'possible', done_at: null })
      .where(and(mine, eq(bulk_job_row.subject_id, row.subject_id), eq(bulk_job_row.state, 'done')))
  })
}
