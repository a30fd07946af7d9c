import { orders } from '@kushi/db/schema/order'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { PaymentRow } from './claim-payment.ts'
import { heldUntil } from './rules/refusal-message.ts'

/** 審査 that takes longer than the customer was told: the goods can't be kept for ever. */
export async function heldTooLong(ctx: Context, { order_id }: Pick<PaymentRow, 'order_id'>): Promise<boolean> {
  const [row] = await ctx.db.select({ created_at: orders.created_at }).from(orders).where(eq(orders.id, order_id))
  return row !== undefined && ctx.clock.today() > heldUntil(row.created_at)
}
