import type { SubscriptionChange } from '@kushi/contract/subscription'
import type { Tx } from '@kushi/db/connect'
import { master_data } from '@kushi/db/schema/shop'
import { subscription_benefit } from '@kushi/db/schema/subscription'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { giftOfPromotion } from '@kushi/values/promotion/kinds'
import { and, arrayContains, eq } from 'drizzle-orm'
import type { GrantedPromotion } from '../../../catalogue/price/index.ts'
import {
  contractPromotionEndedError,
  giftSoldOutText,
  loadContractOffer,
  type PromotionOffer,
  promotionOfferEndedText,
  recordPromotionUses,
} from '../../../catalogue/promotion/index.ts'
import type { Context, MemberQueryContext } from '../../../context.ts'
import { findAccountsOfSamePerson, findWatchEffects } from '../../../people/person/index.ts'
import {
  hasActivePromotion,
  isAnyDeliveryDearer,
  promotionEffectText,
  promotionTermsFromCycle,
} from '../rules/benefit.ts'
import type { LoadedSubscription, SubscriptionRow } from './load-subscription.ts'
import { priceLaterDelivery } from './price-delivery.ts'
import { hasGiftsInStock, reserveGifts, underReservedGifts } from './reserve-gifts.ts'
import type { SubscriptionView } from './show-subscription.ts'

/** A promotion that a running contract accepts, with its discount and gifts in the next delivery. */
export interface AcceptedPromotion extends GrantedPromotion {
  offer: PromotionOffer
  /** Its name, the new total, the last delivery that it lasts for, and the price after that, ready to show. */
  text: string
}

/**
 * Loads the promotion that the shop offers beside this 解約の理由, its cycles counted from the contract's next delivery.
 * null: it offers none.
 * @throws ShopError 409 with the reason, when this member can't have it now
 */
export async function loadOfferedPromotion(
  ctx: MemberQueryContext,
  { row, benefits }: LoadedSubscription,
  reason: number,
): Promise<PromotionOffer | null> {
  const promotion_id = await promotionBeside(ctx, reason)
  if (promotion_id === null) return null
  const askSamePerson = () => findAccountsOfSamePerson(ctx, row)
  const watched = await findWatchEffects(ctx, askSamePerson)
  const offer = watched.effects.has('no_offers')
    ? promotionOfferEndedText
    : await loadContractOffer(ctx, promotion_id, askSamePerson)
  if (typeof offer === 'string') throw contractPromotionEndedError(offer)
  // One that may be had again after months can still be running here.
  if (hasActivePromotion(benefits, promotion_id, row.cycle))
    throw contractPromotionEndedError(
      `${wrapInQuoteMarks(offer.terms.promotion_name)}は、すでにこの定期便に付いています。`,
    )
  return { ...offer, terms: promotionTermsFromCycle(offer.terms, Math.max(2, row.cycle)) }
}

async function promotionBeside({ db, shop_id }: MemberQueryContext, reason: number): Promise<number | null> {
  const [row] = await db
    .select({ promotion_id: master_data.promotion_id })
    .from(master_data)
    .where(
      and(
        eq(master_data.shop_id, shop_id),
        eq(master_data.name, 'cancel_reason'),
        eq(master_data.id, reason),
        eq(master_data.is_ended, false),
        arrayContains(master_data.offers, ['promotion']),
      ),
    )
  return row?.promotion_id ?? null
}

/**
 * Returns what the next delivery gets from an accepted promotion, with its description. `draft`: the contract with the
 * promotion.
 * @throws ShopError 409 if it has no effect, if any delivery would cost more, or if its gift is out of stock
 */
export async function requireEffectivePromotion(
  ctx: MemberQueryContext,
  offer: PromotionOffer,
  draft: LoadedSubscription,
  before: SubscriptionView,
  after: SubscriptionView,
): Promise<AcceptedPromotion> {
  const { terms } = offer
  const { promotion_id, promotion_name, to_cycle } = terms
  const granted = after.quoted.granted.find((one) => one.terms.promotion_id === promotion_id)
  const isNoGain = terms.effect.kind !== 'gift' && after.view.payment_total >= before.view.payment_total
  if (!granted || granted.yen === 0 || isNoGain || isAnyDeliveryDearer(before.view, after.view)) {
    const told = after.view.promotions.find((one) => one.promotion_id === promotion_id && !one.is_applied)
    throw contractPromotionEndedError(
      `${wrapInQuoteMarks(promotion_name)}は、この定期便には適用されません。${told?.message ?? ''}`,
    )
  }
  if (!(await hasGiftsInStock(ctx.db, draft.row, terms)))
    throw contractPromotionEndedError(giftSoldOutText(promotion_name))
  const text = promotionEffectText({
    terms,
    next_delivery_date: draft.row.next_delivery_date,
    before: before.view.payment_total,
    after: after.view.payment_total,
    gifts: after.view.gifts,
    afterwards: to_cycle === null ? null : await priceLaterDelivery(ctx, draft, to_cycle + 1),
  })
  return { ...granted, offer, text }
}

/** The 変更前・変更後 entry of an accepted promotion. `after`: its text. */
export const acceptedPromotionChange = (after: string): SubscriptionChange => ({
  name: 'promotions',
  label: '特典',
  before: 'なし',
  after,
})

/** Whether the stock does not suffice for the gifts of all deliveries that it is for. */
async function isShort(tx: Tx, shop_id: number, id: number, promotion_id: number): Promise<boolean> {
  return (await underReservedGifts(tx, shop_id, [id])).some((one) => one.promotion_id === promotion_id)
}

/**
 * Copies the accepted promotion to the contract, records its use and reserves its gifts. Runs in the transaction of the
 * change.
 * @throws ShopError 409 if the promotion is used up, or its gift is out of stock
 */
export async function saveContractPromotion(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { shop_id, id: subscription_id, customer_id }: SubscriptionRow,
  taken: AcceptedPromotion,
): Promise<void> {
  const { terms } = taken
  const created_at = ctx.clock.now()
  const { promotion_id } = terms
  await tx
    .insert(subscription_benefit)
    .values({ shop_id, subscription_id, promotion_id, terms, created_at })
    .onConflictDoUpdate({
      target: [subscription_benefit.shop_id, subscription_benefit.subscription_id, subscription_benefit.promotion_id],
      set: { terms, created_at },
    })
  await recordPromotionUses(tx, ctx, { shop_id, customer_id, order_id: null, subscription_id }, [taken])
  if (!giftOfPromotion(terms)) return
  await reserveGifts(tx, shop_id, [subscription_id])
  if (await isShort(tx, shop_id, subscription_id, promotion_id))
    throw contractPromotionEndedError(giftSoldOutText(terms.promotion_name))
}
