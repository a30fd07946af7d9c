import { createHash } from 'node:crypto'
import { isRow } from '@kushi/db/in-shop'
import { cart_reminder, cart_tracking } from '@kushi/db/schema/abandonment'
import { line_friend } from '@kushi/db/schema/line'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { QueuedLine } from './enqueue-line.ts'

interface Message {
  id: number
  shop_id: number
  dedupe_key: string
}

type SendContext = Pick<Context, 'db' | 'ports'>

/** Sends it, unless its reader has blocked the account: that is written down, and a reminder goes by mail instead. */
export async function sendLine(ctx: SendContext, message: Message, payload: QueuedLine): Promise<void> {
  if (await ctx.ports.line_messaging.isReachable(payload.to))
    return ctx.ports.line_messaging.push(payload.to, payload.message, retryKey(message))
  const theirs = and(eq(line_friend.shop_id, message.shop_id), eq(line_friend.line_user_id, payload.to))
  await ctx.db.update(line_friend).set({ friend_status_id: 1, is_blocked: true }).where(theirs)
  if (payload.cart_reminder_id !== undefined) await remindAgain(ctx, payload.cart_reminder_id)
}

/** LINE knows a message by a UUID: the same for every attempt at this row, another for every other one. */
export function retryKey({ id, shop_id, dedupe_key }: Message): string {
  const hex = createHash('sha256').update(`${shop_id}\n${id}\n${dedupe_key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Nobody saw this step: it is due once more, and the job finds another channel, if there is consent for one. */
async function remindAgain({ db }: SendContext, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(cart_reminder).where(eq(cart_reminder.id, id)).returning()
    if (!gone) return
    const again = { step: gone.step, next_at: gone.created_at, ended_at: null, end_reason: null }
    await tx
      .update(cart_tracking)
      .set(again)
      .where(isRow(cart_tracking, { shop_id: gone.shop_id, id: gone.tracking_id }))
  })
}
