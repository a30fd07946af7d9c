import { order_offer } from '@kushi/db/schema/order-offer'
import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'

/** The most offers of one place that are priced until one can be bought. */
export const MAX_OFFERS_PRICED_PER_PLACE = 5

export type OpenOffer = typeof order_offer.$inferSelect

/**
 * 注文のときのご案内 that are open now, in their order, for the cart's checkout (`slug` undefined) or that of a 申し込みページ.
 * A shop that has none pays no query.
 */
export async function loadOpenOffers(ctx: QueryContext, slug: string | undefined): Promise<OpenOffer[]> {
  if (!(await loadCachedShop(ctx)).order_offer_flag) return []
  const now = ctx.clock.now()
  return ctx.db
    .select()
    .from(order_offer)
    .where(
      and(
        eq(order_offer.shop_id, ctx.shop_id),
        eq(order_offer.visible, true),
        or(isNull(order_offer.opens_at), lte(order_offer.opens_at, now)),
        or(isNull(order_offer.closes_at), gt(order_offer.closes_at, now)),
        inArray(order_offer.landing_slug, ['', slug ?? '']),
      ),
    )
    .orderBy(asc(order_offer.sort_no), asc(order_offer.id))
}
