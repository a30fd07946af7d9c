import { insertRows, isAnyOfCondition, updateRows } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { inOneRoundTrip } from '@kushi/db/in-one-round-trip'
import { promotion, promotion_code, promotion_use } from '@kushi/db/schema/promotion'
import type { PromotionTerms } from '@kushi/values/promotion'
import type { Yen } from '@kushi/values/yen'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { usedAtAddressText, usedByPersonText } from './internal/audiences/audience.ts'
import type { PromotionOffer } from './internal/load-offers.ts'
import { lockPromotionLimits } from './internal/lock-promotion-limits.ts'
import { updateUseCounters } from './internal/update-use-counters.ts'
import { promotionStoppedText, usedUpText } from './rules/offer.ts'

interface Order {
  shop_id: number
  id: number
  customer_id: number
}

/** The user of a promotion: an order, or a running contract that accepts it. */
type PromotionUser = Pick<Order, 'shop_id' | 'customer_id'> &
  ({ order_id: number; subscription_id: null } | { order_id: null; subscription_id: number })

interface UsedPromotion {
  terms: PromotionTerms
  yen: Yen
  offer: PromotionOffer | null
}

/**
 * Uses promotions for an order, in the transaction that writes it and before its stock is taken, or for a running
 * contract. A limit holds however many arrive together: the use is counted on the locked row. Whoever sets or lowers a
 * limit waits for the uses that were written before, so that none is missed; orders wait for each other only at a
 * limit.
 * @throws ShopError 409 ERROR_PROMOTION_ENDED, with the reason, when it has just been used up, used or stopped
 */
export async function recordPromotionUses(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  user: PromotionUser,
  granted: readonly UsedPromotion[],
): Promise<void> {
  if (granted.length === 0) return
  const ended = user.subscription_id === null ? endedOfOrder : contractPromotionEndedError
  const sorted = [...granted].sort((a, b) => a.terms.promotion_id - b.terms.promotion_id)
  const [rows, limits] = await inOneRoundTrip([
    insertRows(
      tx,
      promotion_use,
      sorted.map((one) => useOf(ctx, user, one, one.offer)),
      ['promotion_id'],
      { skipExisting: true },
    ),
    limitsOf(tx, user.shop_id, sorted),
  ])
  const used = new Set(rows.map(({ promotion_id }) => promotion_id))
  const again = sorted.find(({ terms }) => !used.has(terms.promotion_id))
  const { terms, offer } = again ?? {}
  if (terms)
    throw ended((offer?.use_key?.startsWith('address:') ? usedAtAddressText : usedByPersonText)(terms.promotion_name))
  for (const one of sorted) if (one.offer) await count(tx, user.shop_id, one, { ...limits, ended })
}

const useOf = (
  { clock }: Pick<Context, 'clock'>,
  { shop_id, order_id, subscription_id, customer_id }: PromotionUser,
  { terms, yen }: Pick<UsedPromotion, 'terms' | 'yen'>,
  offer: PromotionOffer | null,
): Omit<typeof promotion_use.$inferInsert, 'id'> => ({
  shop_id,
  promotion_id: terms.promotion_id,
  promotion_code_id: offer?.coupon?.id ?? null,
  order_id,
  subscription_id,
  customer_id,
  person_key: offer?.use_key ?? null,
  yen,
  is_counted: offer !== null,
  terms,
  introducer_id: offer?.introducer?.customer_id ?? null,
  introducer_points: offer?.introducer?.points ?? 0,
  created_at: clock.now(),
  released_at: null,
})

const endedWith = (then: string) => (reason: string) => new ShopError(409, 'ERROR_PROMOTION_ENDED', `${reason}${then}`)
const endedOfOrder = endedWith('金額をご確認のうえ、もう一度お手続きください。')
/** Makes the error for a running contract that can't take the promotion now, from the reason. */
export const contractPromotionEndedError = endedWith('定期便は、いまの内容のままです。')

/** Loads the limits of these promotions and their codes. */
async function limitsOf(tx: Tx, shop_id: number, granted: readonly UsedPromotion[]) {
  const ids = granted.map(({ terms }) => terms.promotion_id)
  const codes = granted.flatMap(({ offer }) => offer?.coupon?.id ?? [])
  const [promotions, ofCodes] = await inOneRoundTrip([
    lockPromotionLimits(tx, shop_id, ids),
    codes.length === 0
      ? []
      : tx
          .select({ id: promotion_code.id, is_limited: sql<boolean>`${promotion_code.max_uses} is not null` })
          .from(promotion_code)
          .where(and(eq(promotion_code.shop_id, shop_id), isAnyOfCondition(promotion_code.id, codes))),
  ])
  return { promotions, codes: new Map(ofCodes.map((row) => [row.id, row])) }
}

async function count(
  tx: Tx,
  shop_id: number,
  { terms, yen, offer }: UsedPromotion,
  { promotions, codes, ended }: Awaited<ReturnType<typeof limitsOf>> & { ended: typeof contractPromotionEndedError },
): Promise<void> {
  const row = promotions.get(terms.promotion_id)
  if (row?.status !== 'active') throw ended(promotionStoppedText(terms.promotion_name))
  if (row.is_limited) {
    const isLeft = sql`(${promotion.max_uses} is null or ${promotion.used} < ${promotion.max_uses})
      and (${promotion.budget_yen} is null or ${promotion.spent_yen} < ${promotion.budget_yen})`
    const [counted] = await tx
      .update(promotion)
      .set({ used: sql`${promotion.used} + 1`, spent_yen: sql`${promotion.spent_yen} + ${yen}` })
      .where(
        and(
          eq(promotion.shop_id, shop_id),
          eq(promotion.id, terms.promotion_id),
          eq(promotion.status, 'active'),
          isLeft,
        ),
      )
      .returning({ id: promotion.id })
    if (!counted) throw ended(usedUpText(terms.promotion_name))
  }
  if (!offer?.coupon?.id) return
  const code = codes.get(offer.coupon.id)
  if (!code) throw ended(promotionStoppedText(terms.promotion_name))
  if (!code.is_limited) return
  const [counted] = await tx
    .update(promotion_code)
    .set({ used: sql`${promotion_code.used} + 1` })
    .where(
      and(
        eq(promotion_code.shop_id, shop_id),
        eq(promotion_code.id, code.id),
        sql`${promotion_code.used} < ${promotion_code.max_uses}`,
      ),
    )
    .returning({ id: promotion_code.id })
  if (!counted) throw ended(usedUpText(terms.promotion_name))
}

/** Records the promised promotions of later deliveries of contracts, with their cost. They count for no limit. */
export async function recordLaterPromotionUses(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  all: readonly (Pick<UsedPromotion, 'terms' | 'yen'> & { order: Order })[],
): Promise<void> {
  await insertRows(
    tx,
    promotion_use,
    all.map(({ order: { shop_id, id: order_id, customer_id }, ...one }) =>
      useOf(ctx, { shop_id, customer_id, order_id, subscription_id: null }, one, null),
    ),
  )
}

/** Loads the promotions that were promised to an order. */
export async function loadPromotionsOfOrder(
  db: Queryable,
  { shop_id, id }: Pick<Order, 'shop_id' | 'id'>,
): Promise<PromotionTerms[]> {
  const rows = await db
    .select({ terms: promotion_use.terms })
    .from(promotion_use)
    .where(and(eq(promotion_use.shop_id, shop_id), eq(promotion_use.order_id, id), isNull(promotion_use.released_at)))
    .orderBy(asc(promotion_use.promotion_id))
  return rows.map(({ terms }) => terms)
}

/** The value of a promotion in an order, in yen. */
export interface PromotionWorth {
  promotion_id: number
  yen: Yen
}

/**
 * Updates what the promotions of an order give, after its goods were changed. A promotion that is not among `now` gives
 * nothing.
 */
export async function updatePromotionUses(
  tx: Tx,
  { shop_id, id }: Pick<Order, 'shop_id' | 'id'>,
  now: readonly PromotionWorth[],
): Promise<void> {
  const uses = await tx
    .select()
    .from(promotion_use)
    .where(and(eq(promotion_use.shop_id, shop_id), eq(promotion_use.order_id, id), isNull(promotion_use.released_at)))
  const changed = uses.flatMap((use) => {
    const yen = now.find(({ promotion_id }) => promotion_id === use.promotion_id)?.yen ?? 0
    return yen === use.yen ? [] : [{ ...use, yen, more: yen - use.yen }]
  })
  await updateRows(tx, promotion_use, shop_id, changed, { key: ['id'], set: ['yen'] })
  const counted = changed.filter(({ is_counted }) => is_counted)
  await updateUseCounters(
    tx,
    shop_id,
    counted.map(({ promotion_id, more }) => ({ promotion_id, promotion_code_id: null, uses: 0, yen: more })),
  )
}
