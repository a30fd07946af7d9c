import { promotion, referral_code } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, type SQL } from 'drizzle-orm'
import type { QueryContext } from '../../context.ts'

/** `canBeReferralPromotion` as a condition. */
const isForFriends = and(eq(promotion.trigger, 'link'), eq(promotion.audience, 'new'), eq(promotion.from_cycle, 1))

/** The most that a setting offers. */
const MOST = 100

/** お友だち紹介: the running promotions that a shop can give to introduced friends. */
export const listReferralPromotions = (ctx: ChoiceContext) => runningOf(ctx, isForFriends)

/** 解約のほかの方法: the running promotions that a shop can offer to running contracts. */
export const listCancelOfferPromotions = (ctx: ChoiceContext) => runningOf(ctx, eq(promotion.trigger, 'cancel_offer'))

/** 申し込みページ: the running promotions that a page can name. */
export const listLandingPagePromotions = (ctx: ChoiceContext) => runningOf(ctx, eq(promotion.trigger, 'landing_page'))

type ChoiceContext = Pick<QueryContext, 'db' | 'shop_id' | 'clock'>

const runningOf = (
  { db, shop_id, clock }: ChoiceContext,
  kind: SQL | undefined,
): Promise<{ id: number; promotion_name: string }[]> =>
  db
    .select({ id: promotion.id, promotion_name: promotion.promotion_name })
    .from(promotion)
    .where(
      and(
        eq(promotion.shop_id, shop_id),
        eq(promotion.status, 'active'),
        kind,
        lte(promotion.starts_at, clock.now()),
        or(isNull(promotion.ends_at), gt(promotion.ends_at, clock.now())),
      ),
    )
    .orderBy(asc(promotion.id))
    .limit(MOST)

/**
 * Finds the members whose referral links have these codes, with the present referral promotion. There are none while
 * the shop has no お友だち紹介.
 */
export async function findIntroducersByCodes(
  { db, shop_id }: Pick<QueryContext, 'db' | 'shop_id'>,
  codes: readonly string[],
) {
  const rows = await db
    .select({
      row: promotion,
      code: referral_code.code,
      introducer: { customer_id: referral_code.customer_id, points: shop.referral_points },
    })
    .from(referral_code)
    .innerJoin(shop, and(eq(shop.id, referral_code.shop_id), eq(shop.point_flag, true)))
    .innerJoin(promotion, and(eq(promotion.shop_id, shop.id), eq(promotion.id, shop.referral_promotion_id)))
    .where(
      and(
        eq(referral_code.shop_id, shop_id),
        inArray(referral_code.code, [...codes]),
        ne(promotion.status, 'draft'),
        isForFriends,
      ),
    )
  // The link that was opened last counts.
  rows.sort((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code))
  return rows.map(({ row, code, introducer }) => ({
    row,
    coupon: { id: null, code, max_uses: null, used: 0 },
    introducer,
  }))
}
