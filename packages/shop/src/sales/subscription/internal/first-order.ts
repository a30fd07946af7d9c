import type { Tx } from '@kushi/db/connect'
import {
  subscription,
  subscription_benefit,
  subscription_event,
  subscription_order_item,
} from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isCardPayment, isPrepaidMethod, paysFirstDeliveryOnly } from '@kushi/values/payment-method'
import { setPartsSnapshot } from '@kushi/values/product-set'
import { subscriptionPriceFromPieces } from '@kushi/values/quantity-price'
import type { FallbackPaymentMethod } from '@kushi/values/second-way'
import { loadLeadTimes } from '../../../catalogue/delivery/index.ts'
import type { Input, QueryContext } from '../../../context.ts'
import type { OrderAssessment } from '../../checkout/index.ts'
import type { OrderRow } from '../../order/index.ts'
import { deliveryDatesFromStart } from '../rules/delivery-dates.ts'
import { arrangementTermsOfSubscription } from '../rules/terms.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import { recordEvent } from './record-event.ts'
import { saveSubscription } from './save-subscription.ts'
import { storePaceAnswers } from './store-pace-answers.ts'

type FirstOrderInput = Input<'POST /v1/order/public/new'>

/**
 * A subscription begins when its first order is paid. If that is so late that the second delivery would come too soon after the
 * first one, it goes on from that one, by the pattern.
 */
export async function activateSubscription(
  tx: Tx,
  ctx: QueryContext,
  order: OrderRow,
  { charge_permission_id }: Record<string, string>,
): Promise<void> {
  const row = await begunWith(tx, order)
  if (!row) return
  const terms = arrangementTermsOfSubscription({ row, leads: await loadLeadTimes({ ...ctx, db: tx }) })
  const first = order.delivery_date ?? order.expected_date
  const is_awaited = isPrepaidMethod(order.payment_method_id)
  const dates = deliveryDatesFromStart(ctx.clock.today(), { row, first, is_awaited, terms })
  await saveSubscription(tx, row, 'begin', { ...dates, ...(charge_permission_id && { charge_permission_id }) })
}

export async function recordFirstCard(tx: Tx, order: OrderRow, card_seq: number | null): Promise<void> {
  const row = await begunWith(tx, order)
  if (row) await saveSubscription(tx, row, null, { card_seq })
}

/**
 * Sets the card that paid the first order as the subscription's card. Changes nothing if the member has chosen another
 * card or method meanwhile.
 */
export async function adoptSavedCard(tx: Tx, ctx: QueryContext, order: OrderRow, card_seq: number): Promise<void> {
  const row = await begunWith(tx, order)
  if (!row || !isCardPayment(row.payment_method_id) || row.card_seq !== null) return
  const { version } = await saveSubscription(tx, row, null, { card_seq })
  await recordEvent(tx, ctx, row, 'card_kept', { version })
}

/** The subscription of an order, which the caller has locked with it. */
async function begunWith(tx: Tx, { shop_id, subscription_id: id }: OrderRow): Promise<SubscriptionRow | null> {
  if (id === null) return null
  const [row] = await tx.select().from(subscription).where(sameRowCondition(subscription, { shop_id, id }))
  return row!
}

/** The ways of the later deliveries: the order's own, or the one that it names if its own pays the first delivery only. */
function paymentWays(order: OrderRow, { is_subscription, card }: FirstOrderInput, { second_way }: OrderAssessment) {
  const { payment_method_id } = order
  if (second_way && paysFirstDeliveryOnly({ payment_method_id, is_subscription }))
    return { payment_method_id: second_way.payment_method_id, card_seq: second_way.card_seq, second_way: null }
  return {
    payment_method_id,
    card_seq: isCardPayment(payment_method_id) && card && 'card_seq' in card ? card.card_seq : null,
    second_way: second_way && contractPart(second_way),
  }
}

const contractPart = ({ payment_method_id, card_seq, payment_fees }: FallbackPaymentMethod): FallbackPaymentMethod => ({
  payment_method_id,
  card_seq,
  payment_fees,
})

/**
 * Writes the subscription that begins with this order and returns its id. Its status is 0 until the first order is
 * received. That order is cycle 1, so `next_delivery_date` is the date of cycle 2.
 */
export async function insertSubscription(
  tx: Tx,
  { actor }: Pick<QueryContext, 'actor'>,
  order: OrderRow,
  input: FirstOrderInput,
  assessed: OrderAssessment,
): Promise<number> {
  const [row] = await tx
    .insert(subscription)
    .values({
      shop_id: order.shop_id,
      customer_id: order.customer_id,
      summary_status: order.status === 'received' ? 1 : 0,
      delivery_id: input.delivery_id,
      delivery_time_id: input.delivery_time_id,
      ...input.shipping_address,
      delivery_notes: input.delivery_notes,
      ...input.delivery_pattern!,
      arranged_before_days: assessed.arranged_before_days!,
      next_delivery_date: assessed.next_delivery_date!,
      next_next_delivery_date: assessed.next_next_delivery_date!,
      ...paymentWays(order, input, assessed),
      delivery_fee: assessed.summary.following!.delivery_fee,
      agreed_terms: assessed.agreed,
      cycle: 2,
      ...assessed.yearly,
      adcd: order.adcd,
      abmtcd: order.abmtcd,
      ad_user_id: order.ad_user_id,
      created_at: order.created_at,
    })
    .returning({ id: subscription.id })
  const { id } = row!
  await tx.insert(subscription_order_item).values(
    assessed.items.map((item) => ({
      shop_id: order.shop_id,
      subscription_id: id,
      product_sku_id: item.id,
      quantity: item.quantity,
      following_price: item.following_price,
      promised_from: subscriptionPriceFromPieces(item, item.quantity),
      lump_sum_payment_flag: item.lump_sum_payment_flag,
      lump_sum_payment_num: item.lump_sum_payment_num,
      parts: setPartsSnapshot(item),
    })),
  )
  await storePaceAnswers(tx, order, id, input.items)
  const benefits = assessed.granted.filter(({ terms }) => terms.to_cycle === null || terms.to_cycle > 1)
  if (benefits.length > 0)
    await tx.insert(subscription_benefit).values(
      benefits.map(({ terms }) => ({
        shop_id: order.shop_id,
        subscription_id: id,
        promotion_id: terms.promotion_id,
        terms,
        set_aside:
          assessed.summary.later_gifts.find((gift) => gift.gift_promotion_id === terms.promotion_id)?.quantity ?? 0,
        created_at: order.created_at,
      })),
    )
  await tx.insert(subscription_event).values({
    shop_id: order.shop_id,
    subscription_id: id,
    event: 'created',
    ...actor,
    detail: { order_no: order.order_no },
    created_at: order.created_at,
  })
  return id
}
