import { promotion, promotion_code } from '@kushi/db/schema/promotion'
import { refersToCondition } from '@kushi/db/shop-scope'
import { LINK_CODE_PREFIX, normalizeCouponCode, type PromotionTerms } from '@kushi/values/promotion'
import { and, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm'
import { findOpenLandingPage } from '../../../foundation/setting/index.ts'
import type { AccountMatch, PersonAddress } from '../../../people/person/index.ts'
import { findIntroducersByCodes } from '../referral-promotions.ts'
import {
  limitRefusalText,
  ownReferralText,
  periodRefusalText,
  promotionOfferEndedText,
  promotionTermsOf,
  unknownCodeText,
} from '../rules/offer.ts'
import {
  type LoadSamePersonAccounts,
  NO_SAME_PERSON_ACCOUNTS,
  type PromotionOfferContext,
  type PromotionRecord,
} from './audiences/audience.ts'
import { evaluateAudiences } from './audiences/audiences.ts'

/** A promotion that this buyer may have now, as far as is known of them. */
export interface PromotionOffer {
  terms: PromotionTerms
  /** The end of the offer; null: it has no end. */
  ends_at: Date | null
  /** null: automatic. `id` null: a member's link. */
  coupon: { id: number | null; code: string } | null
  /** お友だち紹介: whose link it is, and the points for them. */
  introducer: { customer_id: number; points: number } | null
  /** The key by which uses are counted, of which one can be written: the person, or the address. null: not limited. */
  use_key: string | null
  /** Accounts that had it, or ordered before, and may be the same person's. */
  doubts: AccountMatch[]
}

/** A promotion that this buyer can't have, or a code that does not exist. */
export interface RefusedPromotionOffer {
  promotion_id: number | null
  /** The code as typed, if nobody has it. */
  promotion_name: string
  coupon_code: string | null
  message: string
  /** The buyer's other accounts for which it is refused. */
  matches: AccountMatch[]
}

export interface PromotionOffers {
  offers: PromotionOffer[]
  refused: RefusedPromotionOffer[]
}

interface OfferedPurchase {
  coupon_codes?: readonly string[] | undefined
  /** 申し込みページ on which it is bought; absent: none. */
  landing_slug?: string | undefined
  /** The destination; absent: not known yet. */
  recipient?: PersonAddress | undefined
}

/** The promotions of a purchase: the automatic ones, that of its page, and those of its codes. Each once. */
export async function loadPromotionOffers(
  ctx: PromotionOfferContext,
  { coupon_codes = [], landing_slug, recipient: to }: OfferedPurchase,
  askSamePerson: LoadSamePersonAccounts,
): Promise<PromotionOffers> {
  const ofPage = landing_slug === undefined ? [] : await loadPagePromotion(ctx, landing_slug)
  const automatic = [...(await loadAutomaticPromotions(ctx)), ...ofPage].map((row) => ({
    row,
    coupon: null,
    introducer: null,
  }))
  const codes = [...new Set(coupon_codes.map(normalizeCouponCode))].filter((code) => code !== '')
  const byCode = codes.length === 0 ? [] : await promotionsOf(ctx, codes)
  const links = codes.filter(
    (code) => code.startsWith(LINK_CODE_PREFIX) && byCode.every(({ coupon }) => coupon.code !== code),
  )
  const byFriend = links.length === 0 ? [] : await findIntroducersByCodes(ctx, links)
  const unknown = codes.filter((code) => [...byCode, ...byFriend].every(({ coupon }) => coupon.code !== code))
  const asked = [...new Map([...automatic, ...byCode, ...byFriend].map((one) => [one.row.id, one])).values()]
  const rows = asked.map(({ row }) => row)
  const audienceOf = await evaluateAudiences({ ctx, askSamePerson, to }, rows)
  const { certain, possible } = byFriend.length === 0 ? NO_SAME_PERSON_ACCOUNTS : await askSamePerson()
  const result: PromotionOffers = {
    offers: [],
    refused: unknown.map((code) => ({
      promotion_id: null,
      promotion_name: code.startsWith(LINK_CODE_PREFIX) ? 'リンクの特典' : code,
      coupon_code: code,
      message: unknownCodeText(code),
      matches: [],
    })),
  }
  for (const { row, coupon, introducer } of asked) {
    const { refusal, use_key, is_told, matches, doubts } = audienceOf(row)
    const isIntroducer = ({ customer_id }: { customer_id: number | null }) => customer_id === introducer?.customer_id
    const isOwn = isIntroducer(ctx) || certain.some(isIntroducer)
    const message = isOwn
      ? ownReferralText(row.promotion_name)
      : (periodRefusalText(row, ctx.clock.now()) ?? refusal ?? limitRefusalText(row, coupon))
    if (message === null)
      result.offers.push({
        terms: promotionTermsOf(row),
        ends_at: row.ends_at,
        coupon,
        introducer,
        use_key,
        doubts: [...new Set([...doubts, ...possible.filter(isIntroducer)])],
      })
    // The page names the gift, so a buyer who can't have it gets a message.
    else if (coupon !== null || is_told || row.trigger === 'landing_page')
      result.refused.push({
        promotion_id: row.id,
        promotion_name: row.promotion_name,
        coupon_code: coupon?.code ?? null,
        message,
        matches: isOwn ? certain.filter(isIntroducer) : matches,
      })
  }
  return result
}

/**
 * Loads the promotion that a shop offers to a running contract of this member, in the contract's own cycles. Returns a
 * sentence if it can't be had now. Accounts that only may be the same person do not count.
 */
export async function loadContractOffer(
  ctx: PromotionOfferContext,
  promotion_id: number,
  askSamePerson: LoadSamePersonAccounts,
): Promise<PromotionOffer | string> {
  const [row] = await ctx.db
    .select()
    .from(promotion)
    .where(
      and(
        eq(promotion.shop_id, ctx.shop_id),
        eq(promotion.id, promotion_id),
        eq(promotion.trigger, 'cancel_offer'),
        ne(promotion.status, 'draft'),
      ),
    )
  if (!row) return promotionOfferEndedText
  const { refusal, use_key } = (await evaluateAudiences({ ctx, askSamePerson }, [row]))(row)
  return (
    periodRefusalText(row, ctx.clock.now()) ??
    refusal ??
    limitRefusalText(row, null) ?? {
      terms: promotionTermsOf(row),
      ends_at: row.ends_at,
      coupon: null,
      introducer: null,
      use_key,
      doubts: [],
    }
  )
}

/** Loads the automatic promotions that have not ended. Whether they have begun is checked at each use. */
export function loadAutomaticPromotions(
  ctx: Pick<PromotionOfferContext, 'db' | 'shop_id' | 'clock' | 'cache'>,
): Promise<PromotionRecord[]> {
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

/** The promotion of a 申し込みページ that takes orders now. */
async function loadPagePromotion(ctx: PromotionOfferContext, slug: string): Promise<PromotionRecord[]> {
  const id = (await findOpenLandingPage(ctx, slug))?.promotion_id ?? null
  if (id === null) return []
  return ctx.db
    .select()
    .from(promotion)
    .where(
      and(
        eq(promotion.shop_id, ctx.shop_id),
        eq(promotion.id, id),
        eq(promotion.trigger, 'landing_page'),
        ne(promotion.status, 'draft'),
      ),
    )
}

async function promotionsOf({ db, shop_id }: PromotionOfferContext, codes: readonly string[]) {
  const rows = await db
    .select({ row: promotion, coupon: promotion_code })
    .from(promotion_code)
    .innerJoin(promotion, refersToCondition(promotion_code.promotion_id, promotion))
    .where(and(eq(promotion_code.shop_id, shop_id), inArray(promotion_code.code, [...codes])))
    .orderBy(promotion_code.id)
  // Whether a code opens a promotion. A draft is treated as missing, and a promotion for a link only has no code.
  const opens = ({ trigger }: PromotionRecord, code: string) =>
    trigger === 'code' || (trigger === 'link' && code.startsWith(LINK_CODE_PREFIX))
  return rows
    .filter(({ row, coupon }) => row.status !== 'draft' && opens(row, coupon.code))
    .map((one) => ({ ...one, introducer: null }))
}
