import type { OrderDraft } from '@kushi/contract/order'
import { delivery, delivery_lead, delivery_time, shop_payment } from '@kushi/db/schema/delivery'
import { shop } from '@kushi/db/schema/shop'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { loadClosings } from '../../delivery/index.ts'
import { paymentTerms } from './check-payment.ts'

export type OrderTerms = Awaited<ReturnType<typeof loadOrderTerms>>

/**
 * What the shop says to a draft beside its prices: the delivery method with its lead to that prefecture and the time
 * zone asked for, and the payment method; null for what it does not offer.
 */
export async function loadOrderTerms(ctx: Context, draft: OrderDraft) {
  const { delivery_id, delivery_time_id, payment_method_id, shipping_address } = draft
  const isAsked = sql`${shop_payment.payment_method_id} is not distinct from ${payment_method_id}::int`
  const { id } = delivery
  const [row] = await ctx.db
    .select({
      terms_version: shop.terms_version,
      method: { mail_delivery_flag: delivery.mail_delivery_flag },
      extra_days: sql<number>`coalesce(${delivery_lead.extra_days}, 0)`,
      time_id: delivery_time.id,
      payment: paymentTerms(ctx),
    })
    .from(shop)
    .leftJoin(delivery, and(eq(id, delivery_id), eq(delivery.shop_id, shop.id), eq(delivery.visible, true)))
    .leftJoin(
      delivery_lead,
      and(
        eq(delivery_lead.shop_id, shop.id),
        eq(delivery_lead.delivery_id, id),
        eq(delivery_lead.pref_id, shipping_address.pref_id),
      ),
    )
    .leftJoin(
      delivery_time,
      and(
        eq(delivery_time.shop_id, shop.id),
        eq(delivery_time.delivery_id, id),
        eq(delivery_time.id, delivery_time_id ?? 0),
      ),
    )
    .leftJoin(shop_payment, and(eq(shop_payment.shop_id, shop.id), eq(shop_payment.visible, true), isAsked))
    .where(eq(shop.id, ctx.shop_id))
  if (!row) throw new Error(`no shop ${ctx.shop_id}`)
  return { ...row, closings: await loadClosings(ctx.db, ctx.shop_id, ctx.clock.today()) }
}
