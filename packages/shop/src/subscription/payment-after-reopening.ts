import { delivery } from '@kushi/db/schema/delivery'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { eq } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { checkPayment } from '../order/check-payment.ts'
import { ShopError } from '../shop-error.ts'
import type { Loaded, SubscriptionRow } from './load-subscription.ts'
import { priceDelivery } from './price-delivery.ts'

/** 代金引換 that can't be had any more becomes NP後払い, where that is offered; other methods stay. */
export async function paymentAfterReopening(
  ctx: MemberContext,
  { row, items }: Loaded,
): Promise<Partial<SubscriptionRow>> {
  if (row.payment_method_id !== PAYMENT_METHOD.cash_on_delivery) return {}
  const { summary } = await priceDelivery(ctx, row, items)
  const problemOf = (method: Pick<SubscriptionRow, 'payment_method_id'>) =>
    paymentProblem(ctx, { ...row, ...method }, summary.payment_total, summary.delivery_id)
  if ((await problemOf(row)) === null) return {}
  const np = { payment_method_id: PAYMENT_METHOD.np }
  return (await problemOf(np)) === null ? np : {}
}

/** Why the method of a subscription can't be used for a delivery, ready to show; null: it can. */
export async function paymentProblem(
  ctx: MemberContext,
  { payment_method_id, delivery_notes }: Pick<SubscriptionRow, 'payment_method_id' | 'delivery_notes'>,
  payment_total: number,
  deliveryId: number,
): Promise<string | null> {
  const [method] = await ctx.db
    .select({ mail_delivery_flag: delivery.mail_delivery_flag })
    .from(delivery)
    .where(eq(delivery.id, deliveryId))
  const { mail_delivery_flag } = method!
  try {
    const delivered = { mail_delivery_flag, delivery_notes }
    await checkPayment(ctx, { payment_method_id, is_subscription: true, amount: payment_total, ...delivered })
    return null
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return error.message
  }
}
