import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { promotion, promotion_code, promotion_use } from '@kushi/db/schema/promotion'
import { refersTo } from '@kushi/db/shop-scope'
import { couponCode, type PromotionTerms } from '@kushi/values/promotion'
import { and, eq, gt, inArray, isNull, notInArray, or } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { offerRefusal, promotionTermsOf, unknownCode } from '../rules/offer.ts'

type OfferContext = Pick<Context, 'shop_id' | 'customer_id' | 'clock' | 'cache'> & { db: Queryable }

type PromotionRow = typeof promotion.$inferSelect

/** A promotion that this buyer may have now, as far as is known of them. */
export interface PromotionOffer {
  terms: PromotionTerms
  audience: PromotionRow['audience']
  /** null: automatic. */
  coupon: { id: number; code: string } | null
}

/** One that this buyer can't have, or a code that nobody has. */
export interface RefusedOffer {
  promotion_id: number | null
  /** The code as typed, if nobody has it. */
  promotion_name: string
  coupon_code: string | null
  message: string
}

export interface Offers {
  offers: PromotionOffer[]
  refused: RefusedOffer[]
}

/** The promotions of a purchase: the automatic ones, and those of its codes. Each once. */
export async function loadPromotionOffers(ctx: OfferContext, coupon_codes: readonly string[]): Promise<Offers> {
  const automatic = (await automaticOf(ctx)).map((row) => ({ row, coupon: null }))
  const codes = [...new Set(coupon_codes.map(couponCode))].filter((code) => code !== '')
  const byCode = codes.length === 0 ? [] : await promotionsOf(ctx, codes)
  const unknown = codes.filter((code) => byCode.every(({ coupon }) => coupon.code !== code))
  const asked = [...new Map([...automatic, ...byCode].map((one) => [one.row.id, one])).values()]
  const past = await loadPast(
    ctx,
    asked.map(({ row }) => row),
  )
  const result: Offers = {
    offers: [],
    refused: unknown.map((code) => ({
      promotion_id: null,
      promotion_name: code,
      coupon_code: code,
      message: unknownCode(code),
    })),
  }
  for (const { row, coupon } of asked) {
    const message = offerRefusal(row, coupon, { now: ctx.clock.now(), ...past(row) })
    if (message === null) result.offers.push({ terms: promotionTermsOf(row), audience: row.audience, coupon })
    else if (coupon !== null || past(row).has_used || past(row).has_ordered)
      result.refused.push({
        promotion_id: row.id,
        promotion_name: row.promotion_name,
        coupon_code: coupon?.code ?? null,
        message,
      })
  }
  return result
}

/** Those that have not ended; whether they have begun is asked each time. */
function automaticOf(ctx: OfferContext): Promise<PromotionRow[]> {
  const query = () =>
    ctx.db
      .select()
      .from(promotion)
      .where(
        and(
          eq(promotion.shop_id, ctx.shop_id),
          eq(promotion.status, 'active'),
          eq(promotion.trigger, 'automatic'),
          or(isNull(promotion.ends_at), gt(promotion.ends_at, ctx.clock.now())),
        ),
      )
      .orderBy(promotion.id)
  return ctx.cache ? ctx.cache.get(`promotions of ${ctx.shop_id}`, query) : query()
}

async function promotionsOf({ db, shop_id }: OfferContext, codes: readonly string[]) {
  const rows = await db
    .select({ row: promotion, coupon: promotion_code })
    .from(promotion_code)
    .innerJoin(promotion, refersTo(promotion_code.promotion_id, promotion))
    .where(and(eq(promotion_code.shop_id, shop_id), inArray(promotion_code.code, [...codes])))
    .orderBy(promotion_code.id)
  // A promotion that is not ready is not there yet.
  return rows.filter(({ row }) => row.status !== 'draft' && row.trigger === 'code')
}

/** What the member has had so far; nothing is known of a guest. */
async function loadPast({ db, shop_id, customer_id }: OfferContext, rows: readonly PromotionRow[]) {
  const used = new Set<number>()
  const limited = rows.filter(({ audience }) => audience !== 'everybody')
  let has_ordered = false
  if (customer_id !== null && limited.length > 0) {
    const uses = await db
      .select({ promotion_id: promotion_use.promotion_id })
      .from(promotion_use)
      .where(
        and(
          eq(promotion_use.shop_id, shop_id),
          eq(promotion_use.customer_id, customer_id),
          eq(promotion_use.is_counted, true),
          isNull(promotion_use.released_at),
          inArray(
            promotion_use.promotion_id,
            limited.map(({ id }) => id),
          ),
        ),
      )
    for (const { promotion_id } of uses) used.add(promotion_id)
    if (limited.some(({ audience }) => audience === 'new')) {
      const [earlier] = await db
        .select({ id: orders.id })
        .from(orders)
        .where(
          and(
            eq(orders.shop_id, shop_id),
            eq(orders.customer_id, customer_id),
            notInArray(orders.status, ['payment_pending', 'payment_error', 'cancelled']),
          ),
        )
        .limit(1)
      has_ordered = earlier !== undefined
    }
  }
  return ({ id, audience }: PromotionRow) => ({
    has_used: audience !== 'everybody' && used.has(id),
    has_ordered: audience === 'new' && has_ordered,
  })
}
