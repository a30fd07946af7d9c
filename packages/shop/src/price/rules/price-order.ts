import type { Amounts } from '@kushi/contract/quote'
import type { PricedLine, PriceInput, PriceState, TotalRefusal } from './price-state.ts'
import { steps } from './steps.ts'

export interface PricedOrder {
  /** One for each line of the input, in its order. */
  lines: readonly PricedLine[]
  /** Yen, tax included. */
  amounts: Amounts
  /** Not null: such a total may be shown but never ordered. */
  refusal: TotalRefusal | null
}

const nothing: Omit<PriceState, 'lines'> = {
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
 * The price of one delivery: the only place where the shop prices. The quote, the order and each delivery of a
 * subscription come from here, so that what was shown is what is charged.
 */
export function priceOrder(input: PriceInput): PricedOrder {
  const start: PriceState = {
    ...nothing,
    lines: input.lines.map(() => ({ price: 0, following_price: 0, subtotal: 0, discount_amount: 0 })),
  }
  const { lines, refusal, ...amounts } = steps.reduce((state, [, step]) => step(state, input), start)
  return { lines, amounts, refusal }
}
