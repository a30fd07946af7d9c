import { customer } from '@kushi/db/schema/customer'
import { order_status_event } from '@kushi/db/schema/order'
import { order_offer_answer } from '@kushi/db/schema/order-offer'
import { order_check } from '@kushi/db/schema/person'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { CART_TYPE } from '@kushi/values/cart'
import { isCashOnDelivery } from '@kushi/values/payment-method'
import { fitsExistingParcels, type Temperature } from '@kushi/values/shipment'
import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import { loadSkuRows, type StockedItem } from '../../../catalogue/price/index.ts'
import type { MemberContext } from '../../../context.ts'
import { isSameAddress } from '../../../people/customer/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { doesOfferFit, loadOpenOffers, MAX_OFFERS_PRICED_PER_PLACE, type OpenOffer } from '../../offer/index.ts'
import {
  boughtSkuQuantities,
  findOrder,
  type ItemRow,
  loadOrderItems,
  type OrderRow,
  type PlannedChange,
  planOrderChange,
  selectLastPayment,
  unchangedOrderChange,
} from '../../order/index.ts'
import { findPaymentHold } from '../../payment/index.ts'
import { canAddGoodsAfterOrder } from '../rules/post-purchase-offer.ts'
import { loadShippingDecision } from './decisions.ts'
import { loadLiveShipments } from './shipments.ts'

/** 注文のあとのご案内 that an order can have, with the change that it is. */
export interface PostPurchaseOfferPlan {
  offer: OpenOffer
  /** Its goods, as the changed order has them. */
  item: StockedItem
  until: Date
  plan: PlannedChange
}

/** The calling member's order. @throws ShopError 404 */
export async function findOwnOrder(ctx: MemberContext, order_no: string): Promise<OrderRow> {
  const { order } = await findOrder(ctx, order_no)
  if (order.customer_id !== ctx.customer_id) throw notFound()
  return order
}

/** The answer after this order. */
export const postPurchaseAnswerCondition = ({ shop_id, id }: Pick<OrderRow, 'shop_id' | 'id'>, only?: SQL) =>
  and(
    eq(order_offer_answer.shop_id, shop_id),
    eq(order_offer_answer.order_id, id),
    eq(order_offer_answer.offer_place, 'after'),
    only,
  )

/** Loads the offer that was shown after the order, and its answer; undefined: none was shown. */
export async function loadPostPurchaseAnswer({ db }: Pick<MemberContext, 'db'>, order: OrderRow) {
  const [answer] = await db.select().from(order_offer_answer).where(postPurchaseAnswerCondition(order))
  return answer
}

/** The first offer that the order can have now; once one was shown, only that. null: none. */
export async function findPostPurchaseOffer(
  ctx: MemberContext,
  order: OrderRow,
  shown: number | undefined,
): Promise<PostPurchaseOfferPlan | null> {
  const offers = (await loadOpenOffers(ctx, order.landing_slug ?? undefined)).flatMap((offer) => {
    const until = takenUntil(offer, order)
    const isOpen = until !== null && ctx.clock.now() < until && (shown === undefined || shown === offer.id)
    return isOpen ? [{ offer, until }] : []
  })
  if (offers.length === 0 || !(await canOrderHaveMore(ctx, order))) return null
  const sold = await loadOrderItems(ctx.db, order)
  const goods = { cart_type: CART_TYPE.normal, items: boughtSkuQuantities(sold) }
  for (const { offer, until } of offers
    .filter(({ offer }) => doesOfferFit(offer, goods))
    .slice(0, MAX_OFFERS_PRICED_PER_PLACE)) {
    const plan = await planWith(ctx, order, sold, offer)
    const item = plan?.items?.find(({ id }) => id === offer.product_sku_id)
    if (plan && item) return { offer, until, item, plan }
  }
  return null
}

/** The end of the offer, where that comes first; null: of another place. */
function takenUntil({ take_within_minutes, closes_at }: OpenOffer, { created_at }: OrderRow): Date | null {
  if (take_within_minutes === null) return null
  const end = new Date(created_at.getTime() + take_within_minutes * 60_000)
  return closes_at !== null && closes_at < end ? closes_at : end
}

async function canOrderHaveMore(ctx: MemberContext, order: OrderRow): Promise<boolean> {
  const { db, shop_id } = ctx
  const [paid] = await selectLastPayment(db, order)
  const [placed] = await db
    .select({ actor_kind: order_status_event.actor_kind })
    .from(order_status_event)
    .where(and(eq(order_status_event.shop_id, shop_id), eq(order_status_event.order_id, order.id)))
    .orderBy(asc(order_status_event.id))
    .limit(1)
  const [member] = await db
    .select()
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: ctx.customer_id }))
  const decision = await loadShippingDecision(db, order)
  const isChecked = and(
    eq(order_check.shop_id, shop_id),
    eq(order_check.order_id, order.id),
    eq(order_check.outcome, 'held'),
    isNull(order_check.decided_at),
  )
  return canAddGoodsAfterOrder({
    status: order.status,
    is_subscription: order.subscription_id !== null,
    is_replacement: order.replaces_order_id !== null,
    is_wrapped: order.wrapping !== null,
    is_own_address: member !== undefined && isSameAddress(member, order),
    is_placed_by_member: placed?.actor_kind === 'member',
    payment_method_id: order.payment_method_id,
    payment_state: paid?.state ?? null,
    is_on_hold: !isCashOnDelivery(order.payment_method_id) && (await findPaymentHold(db, shop_id)) !== null,
    is_packed: (await loadLiveShipments(db, order)).length > 0,
    is_held:
      (decision !== null &&
        (decision.held !== null || decision.address_wish !== null || decision.cancel_asked_at !== null)) ||
      (await db.$count(order_check, isChecked)) > 0,
  })
}

/** The order with the offer's goods, by the rules of any change; null: it can't have them, or not in the same parcel. */
async function planWith(
  ctx: MemberContext,
  order: OrderRow,
  sold: readonly ItemRow[],
  { product_sku_id, quantity }: OpenOffer,
): Promise<PlannedChange | null> {
  const skus = await loadSkuRows(ctx, [...sold.map((item) => item.product_sku_id), product_sku_id])
  const before = sold.flatMap((item) => skus.get(item.product_sku_id)?.temperatures ?? [])
  const more: readonly Temperature[] = skus.get(product_sku_id)?.temperatures ?? []
  if (!more.every((one) => fitsExistingParcels(before, one))) return null
  try {
    const items = boughtSkuQuantities(sold, [{ product_sku_id, quantity }])
    return await planOrderChange(ctx, order, { ...unchangedOrderChange(order, sold), items })
  } catch (error) {
    if (error instanceof ShopError) return null
    throw error
  }
}
