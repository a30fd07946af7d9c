import type { OrderDraft } from '@kushi/contract/order'
import { delivery, delivery_lead, delivery_time, shop_payment } from '@kushi/db/schema/delivery'
import { isCashOnDelivery } from '@kushi/values/payment-method'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { loadShopClosings } from '../../../catalogue/delivery/index.ts'
import type { QueryContext } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'
import { findPaymentHold, openAmountSql } from '../../payment/index.ts'

export type OrderTerms = Awaited<ReturnType<typeof loadOrderTerms>>

/**
 * The shop's terms for a draft, besides the prices: the delivery method with its lead to that prefecture and the
 * requested time zone, and the payment method, which can't be asked while payments are held; null for what the shop does not offer.
 */
export async function loadOrderTerms(ctx: QueryContext, draft: OrderDraft) {
  const { delivery_id, delivery_time_id, payment_method_id, shipping_address } = draft
  const { terms_version, arranged_before_days, wrapping_offer, deliveries, leads, times, payments, closings } =
    await shopTerms(ctx)
  const method = deliveries.find(({ id }) => id === delivery_id) ?? null
  const isOfMethod = (one: { delivery_id: number }) => one.delivery_id === method?.id
  const lead = leads.find((one) => isOfMethod(one) && one.pref_id === shipping_address.pref_id)
  const time = times.find((one) => isOfMethod(one) && one.id === delivery_time_id)
  const payment = payments.find((one) => one.payment_method_id === payment_method_id)
  return {
    terms_version,
    arranged_before_days,
    wrapping_offer,
    method,
    closings,
    extra_days: lead?.extra_days ?? 0,
    time_id: time?.id ?? null,
    is_held: !isCashOnDelivery(payment_method_id) && (await findPaymentHold(ctx.db, ctx.shop_id)) !== null,
    payment: payment ? { ...payment, open_amount: await openOf(ctx, payment) } : null,
  }
}

/** The terms that are the same for every draft of the day. */
function shopTerms(ctx: QueryContext) {
  const { shop_id, cache } = ctx
  const key = `order terms of ${shop_id} on ${ctx.clock.today()}`
  return cache ? cache.get(key, () => query(ctx)) : query(ctx)
}

async function query(ctx: QueryContext) {
  const { db, shop_id } = ctx
  const { terms_version, arranged_before_days, wrapping_offer } = await loadCachedShop(ctx)
  const { id, mail_delivery_flag } = delivery
  const isShown = and(eq(delivery.shop_id, shop_id), eq(delivery.visible, true))
  const isOffered = and(eq(shop_payment.shop_id, shop_id), eq(shop_payment.visible, true))
  return {
    terms_version,
    arranged_before_days,
    wrapping_offer,
    deliveries: await db.select({ id, mail_delivery_flag }).from(delivery).where(isShown),
    leads: await db.select().from(delivery_lead).where(eq(delivery_lead.shop_id, shop_id)),
    times: await db
      .select()
      .from(delivery_time)
      .where(and(eq(delivery_time.shop_id, shop_id), eq(delivery_time.is_ended, false))),
    payments: await db.select(getTableColumns(shop_payment)).from(shop_payment).where(isOffered),
    closings: await loadShopClosings(db, shop_id, ctx.clock.today()),
  }
}

/** The member's unpaid amount (yen) by a method with a limit. Not cached, because every order changes it. */
async function openOf(ctx: QueryContext, { id, cumulative_limit }: typeof shop_payment.$inferSelect): Promise<number> {
  if (cumulative_limit === null) return 0
  const mine = and(eq(shop_payment.shop_id, ctx.shop_id), eq(shop_payment.id, id))
  const [row] = await ctx.db
    .select({ open_amount: openAmountSql(ctx) })
    .from(shop_payment)
    .where(mine)
  return row?.open_amount ?? 0
}
