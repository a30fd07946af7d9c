import type { Amounts } from '@kushi/contract/quote'
import { eachAmount } from '@kushi/values/order-amounts'
import type { Yen } from '@kushi/values/yen'
import type { PricedItem, PricedSku, PriceInput, PriceState, TotalRefusal } from './price-state.ts'
import { steps } from './steps.ts'

export interface PricedOrder {
  /** One per item of the input, in its order. */
  items: readonly PricedItem[]
  /** Yen, tax included. */
  amounts: Amounts
  /** Not null: the total may be shown but never ordered. */
  refusal: TotalRefusal | null
}

const nothing: Omit<PriceState, 'items'> = {
  ...eachAmount(() => 0),
  payment_total: 0,
  tax_total: 0,
  tax_lines: [],
  refusal: null,
}

/**
 * Prices one delivery. This is the only place where the shop calculates prices: quotes, orders and each delivery of a
 * subscription use it, so that the amount shown is the amount charged.
 */
export function priceOrder(input: PriceInput): PricedOrder {
  const start: PriceState = {
    ...nothing,
    items: input.items.map(() => ({ price: 0, following_price: 0, subtotal: 0, discount_amount: 0 })),
  }
  const { items, refusal, ...amounts } = steps.reduce((state, [, step]) => step(state, input), start)
  return { items, amounts, refusal }
}

/** Prices of single items in a cart (yen, tax included), without rank discount, delivery or fees. */
export function priceItems(items: readonly PricedSku[]): readonly PricedItem[] {
  return priceOrder({
    items,
    turn: 'first',
    rank_discount_rate: 0,
    delivery: { flat_rate_delivery_fee: 0 },
    delivery_free_amount: null,
    payment_fees: null,
    adjustment_amount: 0,
  }).items
}

/**
 * Yen of goods still missing for free delivery (「あと○○円で送料無料」). 0 if delivery is free already for any reason, or if the
 * shop has no threshold.
 */
export function freeRemaining(amounts: Amounts, freeAmount: Yen | null, hasItems: boolean): Yen {
  if (freeAmount === null || (hasItems && amounts.delivery_fee === 0)) return 0
  return Math.max(0, freeAmount - amounts.subtotal)
}
