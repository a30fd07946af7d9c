import type { Amounts } from '@kushi/contract/quote'
import type { TaxRate } from '@kushi/values/tax'
import type { Yen } from '@kushi/values/yen'

/** What pricing must know of one line: prices of the catalogue (yen, tax included) and how many pieces are bought. */
export interface PricedSku {
  /** One piece, bought once. */
  price: Yen
  /** First delivery of a subscription; null: as `subscription_price`. */
  subscription_first_price: Yen | null
  /** From the second delivery on; null: as `price`. */
  subscription_price: Yen | null
  tax_rate: TaxRate
  quantity: number
  /** 0 normal, 1 subscription. */
  subscription: number
  /** false: not sold this way (any more); the line stays in the answer and costs nothing. */
  is_product_sku_valid: boolean
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** 手数料表: the fee for totals from `from_amount` yen on. */
export interface PaymentFee {
  from_amount: Yen
  fee: Yen
}

export interface PriceInput {
  lines: readonly PricedSku[]
  /** A single purchase and a subscription's first delivery are `first`; each later delivery is `following`. */
  turn: 'first' | 'following'
  /** Percent off goods, whole; 0 where no rank is active. */
  rank_discount_rate: number
  delivery: { flat_rate_delivery_fee: Yen }
  /** Goods after discounts from which delivery is free; null: never. */
  delivery_free_amount: Yen | null
  /** null: the payment method is not chosen yet, or costs nothing. */
  payment_fees: readonly PaymentFee[] | null
  /** Set by the shop on a subscription; negative in the customer's favour. */
  adjustment_amount: Yen
}

/** A line with its price. Yen, tax included. */
export interface PricedLine {
  /** One piece of the delivery that is priced, and of each that follows it. */
  price: Yen
  following_price: Yen
  /** price × quantity × deliveries paid with this one. */
  subtotal: Yen
  discount_amount: Yen
}

/** Why a total can't be ordered; `message` is ready to show. */
export interface TotalRefusal {
  error: 'ERROR_TOTAL_NEGATIVE' | 'ERROR_TOTAL_TOO_LARGE'
  message: string
}

/** What the steps fill in, one after the other. */
export interface PriceState extends Amounts {
  lines: readonly PricedLine[]
  refusal: TotalRefusal | null
}

export type Step = (state: PriceState, input: PriceInput) => PriceState
