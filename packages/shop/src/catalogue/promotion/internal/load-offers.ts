import { isAmong } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { promotion, promotion_code, promotion_use } from '@kushi/db/schema/promotion'
import { refersTo } from '@kushi/db/shop-scope'
import { couponCode, type PromotionTerms } from '@kushi/values/promotion'
import { and, eq, gt, inArray, isNull, notInArray, or } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { AccountMatch, SamePerson } from '../../../people/person/index.ts'
import { offerRefusal, promotionTermsOf, unknownCode } from '../rules/offer.ts'

type OfferContext = Pick<Context, 'shop_id' | 'customer_id' | 'clock' | 'cache'> & { db: Queryable }

/** Asks for the buyer's other accounts, once, when something that is once a person is at stake. */
export type AskSamePerson = () => Promise<SamePerson>

type PromotionRow = typeof promotion.$inferSelect

/** A promotion that this buyer may have now, as far as is known of them. */
export interface PromotionOffer {
  terms: PromotionTerms
  audience: PromotionRow['audience']
  /** null: automatic. */
  coupon: { id: number; code: string } | null
  /** The account by which the person is counted: the oldest of theirs. */
  person_id: number | null
  /** Accounts that had it, or ordered before, and may be the same person's. */
  doubts: AccountMatch[]
}

/** One that this buyer can't have, or a code that nobody has. */
export interface RefusedOffer {
  promotion_id: number | null
  /** The code as typed, if nobody has it. */
  promotion_name: string
  coupon_code: string | null
  message: string
  /** The buyer's other accounts for which it is refused. */
  matches: AccountMatch[]
}

export interface Offers {
  offers: PromotionOffer[]
  refused: RefusedOffer[]
}

/** The promotions of a purchase: the automatic ones, and those of its codes. Each once. */
export async function loadPromotionOffers(
  ctx: OfferContext,
  coupon_codes: readonly string[],
  askSamePerson: AskSamePerson,
): Promise<Offers> {
  const automatic = (await automaticOf(ctx)).map((row) => ({ row, coupon: null }))
  const codes = [...new Set(coupon_codes.map(couponCode))].filter((code) => code !== '')
  const byCode = codes.length === 0 ? [] : await promotionsOf(ctx, codes)
  const unknown = codes.filter((code) => byCode.every(({ coupon }) => coupon.code !== code))
  const asked = [...new Map([...automatic, ...byCode].map((one) => [one.row.id, one])).values()]
  const past = await loadPast(
    ctx,
    asked.map(({ row }) => row),
    askSamePerson,
  )
  const result: Offers = {
    offers: [],
    refused: unknown.map((code) => ({
      promotion_id: null,
      promotion_name: code,
      coupon_code: code,
      message: unknownCode(code),
      matches: [],
    })),
  }
  for (const { row, coupon } of asked) {
    const { person_id, matches, doubts, ...occasion } = past(row)
    const message = offerRefusal(row, coupon, { now: ctx.clock.now(), ...occasion })
    if (message === null)
      result.offers.push({ terms: promotionTermsOf(row), audience: row.audience, coupon, person_id, doubts })
    else if (coupon !== null || occasion.has_used || occasion.has_ordered)
      result.refused.push({
        promotion_id: row.id,
        promotion_name: row.promotion_name,
        coupon_code: coupon?.code ?? null,
        message,
        matches,
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

/** What the person has had so far, in any account of theirs, and what others had who may be the same person. */
async function loadPast(ctx: OfferContext, rows: readonly PromotionRow[], askSamePerson: AskSamePerson) {
  const limited = rows.filter(({ audience }) => audience !== 'everybody')
  const { certain, possible } = limited.length === 0 ? noOthers : await askSamePerson()
  const mine: AccountMatch[] = ctx.customer_id === null ? [] : [{ customer_id: ctx.customer_id, kinds: [] }]
  const all = [...mine, ...certain, ...possible].map(({ customer_id }) => customer_id)
  const used = limited.length === 0 ? [] : await usesOf(ctx, all, limited)
  const ordered = limited.some(({ audience }) => audience === 'new') ? await orderedOf(ctx, all) : []
  const ids = [...mine, ...certain].map(({ customer_id }) => customer_id)
  return ({ id, audience }: PromotionRow) => {
    const hasUsed = ({ customer_id }: AccountMatch) =>
      used.some((use) => use.promotion_id === id && use.customer_id === customer_id)
    const hasOrdered = ({ customer_id }: AccountMatch) => audience === 'new' && ordered.includes(customer_id)
    const hadIt = (one: AccountMatch) => hasUsed(one) || hasOrdered(one)
    return {
      has_used: [...mine, ...certain].some(hasUsed),
      has_ordered: [...mine, ...certain].some(hasOrdered),
      is_elsewhere: !mine.some(hadIt),
      person_id: audience === 'everybody' || ids.length === 0 ? null : Math.min(...ids),
      matches: certain.filter(hadIt),
      doubts: possible.filter(hadIt),
    }
  }
}

const noOthers: SamePerson = { certain: [], possible: [] }

const usesOf = ({ db, shop_id }: OfferContext, customer_ids: number[], rows: readonly PromotionRow[]) =>
  db
    .select({ promotion_id: promotion_use.promotion_id, customer_id: promotion_use.customer_id })
    .from(promotion_use)
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        isAmong(promotion_use.customer_id, customer_ids),
        eq(promotion_use.is_counted, true),
        isNull(promotion_use.released_at),
        inArray(
          promotion_use.promotion_id,
          rows.map(({ id }) => id),
        ),
      ),
    )

async function orderedOf({ db, shop_id }: OfferContext, customer_ids: number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ customer_id: orders.customer_id })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, shop_id),
        isAmong(orders.customer_id, customer_ids),
        notInArray(orders.status, ['payment_pending', 'payment_error', 'cancelled']),
      ),
    )
  return rows.map(({ customer_id }) => customer_id)
}
