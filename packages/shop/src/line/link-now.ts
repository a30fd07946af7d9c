import type { Context } from '../context.ts'
import { deliverOutbox } from '../outbox/deliver-outbox.ts'
import { putLineId } from './put-line-id.ts'

/** Links in a transaction of its own, and sends the mail that tells of it. */
export async function linkNow(ctx: Context, customer_id: number, line_id: string): Promise<void> {
  await ctx.db.transaction((tx) => putLineId(tx, ctx, customer_id, line_id))
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
}
