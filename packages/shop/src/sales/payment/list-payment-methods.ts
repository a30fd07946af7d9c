import { delivery, shop_payment, shop_payment_fee } from '@kushi/db/schema/delivery'
import { addDays, daysBetween } from '@kushi/values/calendar-date'
import { isPostpaid, paymentNameWithKind } from '@kushi/values/payment-method'
import type { PaymentFee } from '@kushi/values/price-terms'
import { and, asc, eq, sql } from 'drizzle-orm'
import { paymentFee } from '../../catalogue/price/index.ts'
import type { Answer, Input, QueryContext } from '../../context.ts'
import { canBeginPayment } from '../../ports/payment-ports.ts'
import { findPaymentHold } from './hold.ts'
import { openAmountSql } from './internal/open-amount.ts'
import { paymentRefusal } from './rules/payment-availability.ts'
import { consentText } from './rules/payment-texts.ts'

const notOffered = '現在お取り扱いしていないお支払い方法です。'

/**
 * 支払方法 that the shop offers, each with its fee for `amount` (yen before the fee; without it the lowest fee) and, if it
 * can't be used for this delivery and amount, the reason. With `visible` false also returns methods not offered now.
 */
export async function listPaymentMethods(
  ctx: QueryContext,
  input: Input<'GET /v1/setting/shop/payment/'>,
): Promise<Answer<'GET /v1/setting/shop/payment/'>> {
  const {
    amount,
    following_amount,
    is_subscription = false,
    is_first_delivery,
    delivery_notes,
    is_lump_sum,
    delivery_date,
    visible = true,
  } = input
  const delivery_in_days = delivery_date === undefined ? undefined : daysBetween(ctx.clock.today(), delivery_date)
  const mail_delivery_flag = input.delivery_id !== undefined && (await isMailDelivery(ctx, input.delivery_id))
  // A method without a configured provider is left out, whatever the shop's settings.
  const methods = (await paymentsOfShop(ctx, visible)).filter(
    ({ payment_method_id }) =>
      canBeginPayment(ctx, payment_method_id) && (!ctx.acting || isPostpaid(payment_method_id)),
  )
  const is_held = (await findPaymentHold(ctx.db, ctx.shop_id)) !== null
  return {
    items: methods.map((method) => {
      const fee = paymentFee(method.fees, amount ?? 1)
      const withFee = (one: number | undefined) => one && one + paymentFee(method.fees, one)
      const total = amount === undefined ? undefined : amount + fee
      const rest = {
        is_subscription,
        is_first_delivery,
        mail_delivery_flag,
        delivery_notes,
        is_lump_sum,
        delivery_in_days,
        is_held,
      }
      const reason = visible
        ? paymentRefusal(method, { amount: total, following_amount: withFee(following_amount), ...rest })
        : notOffered
      const payment_name = paymentNameWithKind(method.payment_method_id, method.payment_name)
      const { pay_within_days, for_subscriptions: _, ...terms } = method
      return {
        ...terms,
        payment_name,
        fee,
        is_available: reason === null,
        reason,
        consent_text: consentText(method),
        pay_until: pay_within_days === null ? null : addDays(ctx.clock.today(), pay_within_days),
      }
    }),
  }
}

const paymentsOfShop = (ctx: QueryContext, visible: boolean) =>
  ctx.db
    .select({
      payment_method_id: shop_payment.payment_method_id,
      payment_name: shop_payment.payment_name,
      description: shop_payment.description,
      provider_name: shop_payment.provider_name,
      max_amount: shop_payment.max_amount,
      cumulative_limit: shop_payment.cumulative_limit,
      pay_within_days: shop_payment.pay_within_days,
      for_subscriptions: shop_payment.for_subscriptions,
      open_amount: openAmountSql(ctx),
      fees: sql<PaymentFee[]>`coalesce(
        json_agg(json_build_object('from_amount', ${shop_payment_fee.from_amount}, 'fee', ${shop_payment_fee.fee}))
          filter (where ${shop_payment_fee.shop_payment_id} is not null), '[]')`,
    })
    .from(shop_payment)
    .leftJoin(
      shop_payment_fee,
      and(eq(shop_payment_fee.shop_id, shop_payment.shop_id), eq(shop_payment_fee.shop_payment_id, shop_payment.id)),
    )
    .where(and(eq(shop_payment.shop_id, ctx.shop_id), eq(shop_payment.visible, visible)))
    .groupBy(shop_payment.shop_id, shop_payment.id)
    .orderBy(asc(shop_payment.sort_no), asc(shop_payment.id))

/** Whether a delivery method goes by letter (メール便). */
export async function isMailDelivery(ctx: QueryContext, id: number): Promise<boolean> {
  const [row] = await ctx.db
    .select({ mail_delivery_flag: delivery.mail_delivery_flag })
    .from(delivery)
    .where(and(eq(delivery.id, id), eq(delivery.shop_id, ctx.shop_id)))
  return row?.mail_delivery_flag ?? false
}
