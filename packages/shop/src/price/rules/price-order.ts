import type { Amounts } from '@kushi/contract/quote'
import type { PricedItem, PriceInput, PriceState, TotalRefusal } from './price-state.ts'
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
  subtotal: 0,
  discount_amount: 0,
  delivery_fee: 0,
  payment_fee: 0,
  adjustment_amount: 0,
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
