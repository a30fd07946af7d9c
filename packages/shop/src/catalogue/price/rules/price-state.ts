import type { Amounts } from '@kushi/contract/quote'
import type { OrderFee } from '@kushi/values/order-amounts'
import type { TaxRate } from '@kushi/values/price'
import type { PaymentFee, PriceTerms } from '@kushi/values/price-terms'
import type { PromotionDiscount, PromotionTerms } from '@kushi/values/promotion'
import type { QuantityPrice } from '@kushi/values/quantity-price'
import type { Yen } from '@kushi/values/yen'
import type { GiftSku, GivenGift, PromotionResult } from '../../promotion/rules/apply-promotions.ts'

/** An item as pricing needs it: catalogue prices (yen, tax included) and the quantity. */
export interface PricedSku {
  product_id: number
  /** One piece in a single purchase. */
  price: Yen
  /** First delivery of a subscription; null: same as `subscription_price`. */
  subscription_first_price: Yen | null
  /** From the second delivery on; null: same as `price`. */
  subscription_price: Yen | null
  /** 数量割引 of this item. */
  quantity_prices: readonly QuantityPrice[]
  tax_rate: TaxRate
  /** セットの中身, each at its own rate; empty: not a set. */
  parts: readonly SetComponent[]
  quantity: number
  /** 0 normal, 1 subscription. */
  subscription: number
  /** false: not sold this way, or not any more. The item stays in the result and costs nothing. */
  is_product_sku_valid: boolean
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** A part of a set, as pricing needs it. */
export interface SetComponent {
  /** In one set. */
  pieces: number
  /** The price of these pieces if they were bought alone (yen). */
  list_price: Yen
  tax_rate: TaxRate
}

/** ポイント of the buyer for one purchase. */
export interface PointsToUse {
  /** The points that the buyer wants to use. */
  asked: number
  balance: number
  /** Fewer are not used. */
  least: number
  /** Percent of the goods that they pay at most. */
  most_rate: number
}

/** Everything that the price of one delivery depends on. */
export interface PriceInput {
  items: readonly PricedSku[]
  /** Number of the delivery within its subscription; a single purchase is 1. */
  cycle: number
  /** Percent off goods, a whole number; 0 if no rank is active. */
  rank_discount_rate: number
  /** The promotions that this buyer may have now, or that were promised to this contract. */
  promotions: readonly PromotionTerms[]
  /** The SKUs that they may give. */
  gifts: readonly GiftSku[]
  /** The gifts were promised, and stay even if less is paid now. */
  keeps_gifts?: boolean
  delivery: { flat_rate_delivery_fee: Yen; cool_fee: Yen }
  /** Fees that the buyer chose, such as ギフト包装; left out: none. */
  chosen_fees?: Partial<Record<OrderFee, Yen>> | undefined
  /** The amount of goods at their selling prices from which delivery is free; null: never. */
  delivery_free_amount: Yen | null
  /** It is judged by what the goods cost after promotions. */
  delivery_free_after_promotions: boolean
  /** Where delivery is free, クール代 is too. */
  delivery_free_includes_cool: boolean
  /** Percent that promotions together take off an item at most. */
  most_promotion_rate: number
  /** null: the payment method is not chosen yet, or has no fee. */
  payment_fees: readonly PaymentFee[] | null
  /** The payment fees of the later deliveries, if they are paid in another way than this one. Absent: they are not. */
  following_payment_fees?: readonly PaymentFee[] | undefined
  /** Set by the shop on a subscription; negative in the customer's favour. */
  adjustment_amount: Yen
  /** null: none can be used. */
  points: PointsToUse | null
  /** The terms promised to a running contract; they apply where they are lower. Absent: there is no contract. */
  agreed?: PriceTerms | undefined
}

/** The price of an item. Yen, tax included. */
export interface PricedItem {
  /** Price of one piece in this delivery (`price`), and in each later one (`following_price`). */
  price: Yen
  following_price: Yen
  /** price × quantity × number of deliveries paid with this one. */
  subtotal: Yen
  /** The discount by rank, promotions and points; the parts of the promotions are in `promotions`. */
  discount_amount: Yen
  promotions: PromotionDiscount[]
  /** The part of `discount_amount` by points. */
  point_discount: Yen
  /** For a set, the share of each part in these amounts; the shares add up to them. */
  part_amounts: PartAmounts[]
}

/** The share of a part in the amounts of its set. */
export type PartAmounts = Pick<PricedItem, 'price' | 'subtotal' | 'discount_amount' | 'promotions' | 'point_discount'>

/** Why a total can't be ordered; `message` is ready to show. */
export interface TotalRefusal {
  error: 'ERROR_TOTAL_NEGATIVE' | 'ERROR_TOTAL_TOO_LARGE'
  message: string
}

/** Filled in by the steps, one after the other. */
export interface PriceState extends Amounts {
  items: readonly PricedItem[]
  /** The outcome of each promotion. */
  promotions: readonly PromotionResult[]
  /** The gifts of the promotions, at 0 yen. */
  gifts: readonly GivenGift[]
  /** The part of the discount by promotions. */
  promotion_discount: Yen
  waives: { delivery_fee: boolean; payment_fee: boolean }
  /** Points that this delivery may take. */
  usable_points: number
  refusal: TotalRefusal | null
}

/** One step of pricing. It returns the state that the next step sees. */
export type PriceStep = (state: PriceState, input: PriceInput) => PriceState
