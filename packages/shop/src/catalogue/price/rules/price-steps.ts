import { CART_TYPE } from '@kushi/values/cart'
import { sumOrderAmounts, sumOrderFees } from '@kushi/values/order-amounts'
import { listDiscounts } from '@kushi/values/promotion'
import { pricesAtQuantity } from '@kushi/values/quantity-price'
import { shareByLargestRemainder } from '@kushi/values/share'
import { sum } from '@kushi/values/sum'
import { userMessage } from '@kushi/values/user-message'
import { isTotalWithinLimit, type Yen } from '@kushi/values/yen'
import { applyPromotions, removeExcessiveGifts } from '../../promotion/rules/apply-promotions.ts'
import { divideSetAmounts } from './divide-set.ts'
import { paymentFee } from './payment-fee.ts'
import type { PartAmounts, PricedItem, PricedSku, PriceInput, PriceState, PriceStep } from './price-state.ts'
import { taxByRate } from './tax-by-rate.ts'

/** Goods after discounts. */
const paceItemsOf = ({ subtotal, discount_amount }: PriceState) => subtotal - discount_amount

function mapItems(
  state: PriceState,
  input: PriceInput,
  change: (item: PricedItem, sku: PricedSku) => Partial<PricedItem>,
): PriceState {
  const items = state.items.map((item, index) => {
    const sku = input.items[index]
    return sku?.is_product_sku_valid ? { ...item, ...change(item, sku) } : item
  })
  return {
    ...state,
    items,
    subtotal: sum(items.map((item) => item.subtotal)),
    discount_amount: sum(items.map((item) => item.discount_amount)),
  }
}

const isSubscribed = (sku: PricedSku) => sku.subscription === CART_TYPE.subscription
const isYearly = (sku: PricedSku) => isSubscribed(sku) && sku.lump_sum_payment_flag

/** List price × quantity; with 数量割引 that of so many pieces. */
const goods: PriceStep = (state, input) =>
  mapItems(state, input, (_, sku) => {
    const { price } = pricesAtQuantity(sku, sku.quantity)
    return { price, following_price: price, subtotal: price * sku.quantity }
  })

function subscriptionPricesOf(sku: PricedSku) {
  const { subscription_price, subscription_first_price } = pricesAtQuantity(sku, sku.quantity)
  const following = subscription_price ?? sku.price
  return { following, first: subscription_first_price ?? following }
}

/** 定期価格: the first delivery may cost less than the later ones. */
const subscriptionPrice: PriceStep = (state, input) =>
  mapItems(state, input, (item, sku) => {
    if (!isSubscribed(sku)) return item
    const { following, first } = subscriptionPricesOf(sku)
    const price = input.cycle === 1 ? first : following
    return { price, following_price: following, subtotal: price * sku.quantity }
  })

/** 年払い: all deliveries are charged with the first, at one price each. Later deliveries cost nothing. */
const yearlyPayment: PriceStep = (state, input) =>
  mapItems(state, input, (item, sku) => {
    if (!isYearly(sku)) return item
    if (input.cycle > 1) return { price: 0, following_price: 0, subtotal: 0 }
    const price = subscriptionPricesOf(sku).following
    return { price, following_price: 0, subtotal: price * sku.quantity * (sku.lump_sum_payment_num ?? 1) }
  })

/** 会員ランク: percent off goods, rounded down per item. */
const memberRank: PriceStep = (state, input) =>
  mapItems(state, input, (item) => ({
    discount_amount: Math.floor((item.subtotal * input.rank_discount_rate) / 100),
  }))

const deliveryNumber = (sku: PricedSku) => (isYearly(sku) ? (sku.lump_sum_payment_num ?? 1) : 1)

/** 特典: each divided over its items, on top of what the rank leaves; `promotions` of an item says which gave how much. */
const promotions: PriceStep = (state, input) => {
  if (input.promotions.length === 0) return state
  const feesAfter = (discount: Yen, waives: PriceState['waives']) => {
    const after = { ...state, discount_amount: state.discount_amount + discount, promotion_discount: discount, waives }
    const priced = fee(freeShipping(shipping(after, input), input), input)
    const cool_fee = input.delivery_free_includes_cool ? priced.cool_fee : 0
    return { delivery_fee: priced.delivery_fee + cool_fee, payment_fee: priced.payment_fee }
  }
  const applied = applyPromotions(promotedItems(state, input), input.promotions, input.cycle, {
    feesAfter,
    goods: input.gifts,
    most_rate: input.most_promotion_rate,
  })
  const given = state.items.map((item, index) => {
    const own = applied.items[index]!
    const amount = sum(own.map(({ discount_amount }) => discount_amount))
    return { ...item, discount_amount: item.discount_amount + amount, promotions: own }
  })
  const discount_amount = sum(given.map((item) => item.discount_amount))
  const { results, gifts, waives } = applied
  const promotion_discount = discount_amount - state.discount_amount
  return { ...state, items: given, discount_amount, promotion_discount, promotions: results, gifts, waives }
}

const promotedItems = (state: PriceState, input: PriceInput) =>
  state.items.map(({ subtotal, discount_amount }, index) => {
    const sku = input.items[index]!
    const { product_id, subscription, quantity } = sku
    const pieces = sku.is_product_sku_valid && subtotal > 0 ? quantity * deliveryNumber(sku) : 0
    return { product_id, subscription, pieces, subtotal, discount_amount }
  })

/** 総付: after all discounts and points. What a running contract was promised is given. */
const gifts: PriceStep = (state, input) => {
  if (input.keeps_gifts || state.gifts.length === 0) return state
  const { gifts: own, results } = removeExcessiveGifts(promotedItems(state, input), {
    ...state,
    results: state.promotions,
  })
  return { ...state, gifts: own, promotions: results }
}

/** セット: divides the amounts of a set among its parts, which an order stores instead of the set. */
const setParts: PriceStep = (state, input) =>
  mapItems(state, input, (item, { parts }) => (parts.length > 0 ? { part_amounts: divideSetAmounts(item, parts) } : {}))

/** ギフト包装・のし・カード, and any other fee, as chosen. */
const chosenFees: PriceStep = (state, { chosen_fees }) => ({ ...state, ...chosen_fees })

/** 送料 and クール代 of the method. If all goods are yearly payments, delivery is included. */
const shipping: PriceStep = (state, input) => {
  const sold = input.items.filter((sku) => sku.is_product_sku_valid)
  if (sold.every(isYearly)) return { ...state, delivery_fee: 0, cool_fee: 0 }
  const { flat_rate_delivery_fee: delivery_fee, cool_fee } = input.delivery
  return { ...state, delivery_fee, cool_fee }
}

/**
 * Free delivery is judged by the goods at their selling prices, before discounts, so that a better rank or a promotion
 * never makes an order more expensive. A shop may judge after promotions; then an order pays at most the amount that is
 * missing. クール代 is charged anyway, unless the shop's free delivery includes it.
 */
const freeShipping: PriceStep = (state, input) => {
  const { delivery_free_amount: free, delivery_free_includes_cool } = input
  const isReached = free !== null && state.subtotal >= free
  if (!state.waives.delivery_fee && !isReached) return state
  const missing = state.waives.delivery_fee ? 0 : Math.max(0, free! - goodsTowardFreeDelivery(state, input))
  const delivery_fee = Math.min(state.delivery_fee, missing)
  const cool_fee = delivery_free_includes_cool ? Math.min(state.cool_fee, missing - delivery_fee) : state.cool_fee
  return { ...state, delivery_fee, cool_fee }
}

/** Yen of goods that counts towards the threshold for free delivery. */
export const goodsTowardFreeDelivery = (
  { subtotal, promotion_discount }: Pick<PriceState, 'subtotal' | 'promotion_discount'>,
  { delivery_free_after_promotions }: Pick<PriceInput, 'delivery_free_after_promotions'>,
): Yen => (delivery_free_after_promotions ? subtotal - promotion_discount : subtotal)

/**
 * ポイント: off what all discounts leave of the goods, after free delivery was judged. Later deliveries take none. At least
 * 1 yen is left to pay, because no provider charges 0.
 */
const points: PriceStep = (state, { points: own, cycle }) => {
  if (!own || cycle > 1) return state
  const rests = state.items.map(({ subtotal, discount_amount }) => subtotal - discount_amount)
  const most = Math.min(
    own.balance,
    Math.floor((sum(rests) * own.most_rate) / 100),
    sum(rests) + sumOrderFees(state) - 1,
  )
  const usable_points = most < own.least ? 0 : Math.max(0, most)
  const asked = Math.min(own.asked, usable_points)
  if (asked < own.least || asked === 0) return { ...state, usable_points }
  const shares = shareByLargestRemainder(asked, rests)
  const items = state.items.map((item, n) => ({
    ...item,
    discount_amount: item.discount_amount + shares[n]!,
    point_discount: shares[n]!,
  }))
  return { ...state, items, usable_points, discount_amount: state.discount_amount + asked }
}

/** 手数料, by the total before the fee; no discount makes it dearer. */
const fee: PriceStep = (state, input) => ({
  ...state,
  payment_fee: state.waives.payment_fee
    ? 0
    : paymentFee(input.payment_fees ?? [], paceItemsOf(state) + sumOrderFees(state), undiscounted(state, input)),
})

/** The amount before the payment fee, without discounts, waived fees and points (yen). */
function undiscounted(state: PriceState, input: PriceInput): Yen {
  const whole = { ...state, promotion_discount: 0, waives: { delivery_fee: false, payment_fee: false } }
  return state.subtotal + sumOrderFees(freeShipping(shipping(whole, input), input))
}

const adjustment: PriceStep = (state, { adjustment_amount }) => ({ ...state, adjustment_amount })

const total: PriceStep = (state) => ({
  ...state,
  discounts: listDiscounts(state.items),
  payment_total: sumOrderAmounts(state),
})

const taxPerRate: PriceStep = (state, input) => {
  const goodsPerItem = state.items.flatMap((item, index) => {
    const sku = input.items[index]
    if (!sku?.is_product_sku_valid) return []
    const left = ({ subtotal, discount_amount }: PartAmounts) => subtotal - discount_amount
    if (sku.parts.length === 0) return [{ tax_rate: sku.tax_rate, total: left(item) }]
    return sku.parts.map(({ tax_rate }, n) => ({ tax_rate, total: left(item.part_amounts[n]!) }))
  })
  const tax_lines = taxByRate(goodsPerItem, sumOrderFees(state), state.adjustment_amount)
  return { ...state, tax_lines, tax_total: sum(tax_lines.map((item) => item.tax)) }
}

const check: PriceStep = (state) => {
  if (isTotalWithinLimit(state.payment_total)) return state
  return {
    ...state,
    refusal:
      state.payment_total < 0
        ? { error: 'ERROR_TOTAL_NEGATIVE', message: userMessage('total_negative') }
        : { error: 'ERROR_TOTAL_TOO_LARGE', message: userMessage('total_over_limit') },
  }
}

/**
 * The steps from a cart to an amount. Each step sees the results of those before it, so their order is part of the
 * price.
 */
export const priceSteps: readonly (readonly [name: string, step: PriceStep])[] = [
  ['goods', goods],
  ['subscription price', subscriptionPrice],
  ['yearly payment', yearlyPayment],
  ['member rank', memberRank],
  ['chosen fees', chosenFees],
  ['promotions', promotions],
  ['shipping', shipping],
  ['free shipping', freeShipping],
  ['points', points],
  ['gifts', gifts],
  ['parts of sets', setParts],
  ['payment fee', fee],
  ['adjustment', adjustment],
  ['total', total],
  ['tax per rate', taxPerRate],
  ['check', check],
]
