import { isDeepStrictEqual } from 'node:util'
import { AddressForm } from '@kushi/contract/form/address'
import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { contextInTransaction, type Handler, type Input } from '../../context.ts'
import { changePaymentMethod, chargeNewPaymentMethod, requireChargeableCard } from './change-payment.ts'
import { getSubscription, loadSubscriptionDetail } from './get-subscription.ts'
import { updateSubscription } from './update-subscription.ts'

type Asked = Input<'PUT /v1/order/subscription/update/{id}'>

/**
 * 定期便の変更 by PUT: takes the names of a change or of the answer itself (`subscription_order_item`, the pattern,
 * `payment_method_id`). An unchanged value changes nothing.
 */
export const replaceSubscription: Handler<'PUT /v1/order/subscription/update/{id}'> = async (ctx, asked) => {
  const now = await getSubscription(ctx, asked)
  const payment = movedPayment(now, asked)
  const { id, version, shown_payment_total, instead_of } = asked
  const changed = { ...changedOf(now, asked), shown_payment_total, instead_of }
  if (!payment) {
    await updateSubscription(ctx, { id, version, ...changed })
    return loadSubscriptionDetail(ctx, id)
  }
  const isMore = Object.values(changed).some((value) => value !== undefined)
  const wish = await requireChargeableCard(ctx, { ...payment, version })
  const isRepair = await ctx.db.transaction(async (tx) => {
    const inside = contextInTransaction(ctx, tx)
    const moved = await changePaymentMethod(inside, wish)
    if (isMore) await updateSubscription(inside, { id, version: moved.version, ...changed })
    return moved.isRepair
  })
  if (isRepair) await chargeNewPaymentMethod(ctx, id)
  return loadSubscriptionDetail(ctx, id)
}

/** The requested payment method; null: the present one. */
function movedPayment(now: Subscription, { id, payment_method_id, card_seq, third_party_consent = false }: Asked) {
  const to = {
    payment_method_id: payment_method_id === undefined ? now.payment_method_id : payment_method_id,
    card_seq: card_seq === undefined ? now.card_seq : card_seq,
  }
  const isSame = to.payment_method_id === now.payment_method_id && to.card_seq === now.card_seq
  return isSame ? null : { id, ...to, third_party_consent }
}

type To = NonNullable<SubscriptionUpdate['shipping_address']>
const addressOf = (one: object): To =>
  Object.fromEntries(
    Object.keys(AddressForm.shape).map((name) => [name, (one as Record<string, unknown>)[name]]),
  ) as unknown as To

type Item = NonNullable<SubscriptionUpdate['items']>[number]
const itemOf = ({ product_sku_id, quantity, is_one_time, is_left_out }: Item): Item => ({
  product_sku_id,
  quantity,
  is_one_time,
  ...(is_left_out !== undefined && { is_left_out }),
})

/** The fields that differ from the stored subscription, by their names. */
function changedOf(now: Subscription, asked: Asked): SubscriptionUpdate {
  const { subscription_order_item, shipping_address } = asked
  const { subscription_division_id, param1, param2, param3 } = now
  const pattern = { subscription_division_id, param1, param2, param3 }
  const before: Required<SubscriptionUpdate> = {
    items: now.subscription_order_item.map(itemOf),
    shipping_address: addressOf(now.shipping_address),
    delivery_notes: now.shipping_address.delivery_notes,
    delivery_id: now.delivery_id,
    delivery_time_id: now.delivery_time_id,
    delivery_pattern: pattern,
    next_delivery_date: now.next_delivery_date,
    next_next_delivery_date: now.next_next_delivery_date,
  }
  const after: SubscriptionUpdate = {
    items: asked.items ?? subscription_order_item?.map(itemOf),
    shipping_address: shipping_address && addressOf(shipping_address),
    delivery_notes: asked.delivery_notes ?? shipping_address?.delivery_notes,
    delivery_id: asked.delivery_id,
    delivery_time_id: asked.delivery_time_id,
    delivery_pattern: asked.delivery_pattern ?? {
      subscription_division_id: asked.subscription_division_id ?? subscription_division_id,
      param1: asked.param1 ?? param1,
      param2: asked.param2 === undefined ? param2 : asked.param2,
      param3: asked.param3 === undefined ? param3 : asked.param3,
    },
    next_delivery_date: asked.next_delivery_date,
    next_next_delivery_date: asked.next_next_delivery_date,
  }
  const isOther = (name: string) =>
    !isDeepStrictEqual(after[name as keyof SubscriptionUpdate], before[name as keyof SubscriptionUpdate])
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== undefined && isOther(name)))
}
