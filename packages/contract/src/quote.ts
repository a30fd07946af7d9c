import { eachAmount } from '@kushi/values/order-amounts'
import { z } from 'zod'
import { yen } from './endpoint.ts'
import { lumpSumShape, skuShape } from './sku.ts'

/** The part of an item's discount by one promotion (特典); its name as on that day. */
export const ItemPromotion = z.object({ promotion_id: z.int(), promotion_name: z.string(), discount_amount: yen })

/** クーポンコード, as typed; upper and lower case are the same. */
export const couponCodes = z.array(z.string().max(40)).max(5)

/** An item of the cart with its price. `id` is the id of the SKU; prices in yen, tax included. */
export const QuotedItem = z.object({
  ...skuShape,
  id: z.int(),
  sale_type: z.int(),
  quantity: z.int(),
  /** 0 normal, 1 subscription. */
  subscription: z.int(),
  sale_limit: z.int(),
  is_out_stock: z.boolean(),
  /** false: no longer sold this way. */
  is_product_sku_valid: z.boolean(),
  visible: z.boolean(),
  light_flag: z.boolean(),
  tax_rate: z.int(),
  /** Price of one piece in this (the first) delivery, and in each later delivery. */
  price: yen,
  following_price: yen,
  /** price × quantity (× deliveries of a lump sum payment). */
  subtotal: yen,
  /** Rank and promotions; the parts by promotions are in `promotions`. */
  discount_amount: yen,
  promotions: z.array(ItemPromotion),
  revision: z.int(),
  ...lumpSumShape,
})
export type QuotedItem = z.infer<typeof QuotedItem>

/** 税率ごとの内訳 */
export const TaxLine = z.object({ tax_rate: z.int(), total: yen, tax: yen })

/** What one delivery costs, step by step. */
export const Amounts = z.object({
  ...eachAmount(() => yen),
  /** The parts of `discount_amount` by name: rank, then each promotion; positive. */
  discounts: z.array(z.object({ name: z.string(), amount: yen })),
  payment_total: yen,
  tax_total: yen,
  tax_lines: z.array(TaxLine),
})
export type Amounts = z.infer<typeof Amounts>

/** What became of a promotion or of a code in a quote. */
export const QuotedPromotion = z.object({
  /** null: no promotion has this code. */
  promotion_id: z.int().nullable(),
  promotion_name: z.string(),
  /** null: without a code. */
  coupon_code: z.string().nullable(),
  /** To this delivery, or to a later one of the subscription. */
  is_applied: z.boolean(),
  /** Off this delivery: goods, or the fee that is waived. */
  discount_amount: yen,
  /** Which deliveries it holds for, what is missing, or why it does not apply; ready to show, may be empty. */
  message: z.string(),
})
export type QuotedPromotion = z.infer<typeof QuotedPromotion>

/** The amounts of a subscription's deliveries from one to another; `to_cycle` null: of all further ones. */
export const LaterAmounts = z.object({ from_cycle: z.int(), to_cycle: z.int().nullable(), ...Amounts.shape })
export type LaterAmounts = z.infer<typeof LaterAmounts>

export const Quote = z.object({
  ...Amounts.shape,
  delivery_id: z.int(),
  /** Threshold of free delivery (null: none), and the amount still missing. */
  delivery_free_amount: yen.nullable(),
  free_remaining: yen,
  /** false: nothing can be bundled (メール便, remote island). */
  bundled_flag: z.boolean(),
  is_remote_island: z.boolean(),
  /**
   * Amounts of a subscription's later deliveries, once its promotions have ended; null for a single purchase. What the
   * deliveries until then cost is in `later`.
   */
  following: Amounts.nullable(),
  /** A subscription's later deliveries in their order, without a gap; the last one is `following`. Empty: a single purchase. */
  later: z.array(LaterAmounts),
  promotions: z.array(QuotedPromotion),
  notes: z.array(z.string()).meta({
    description: 'What differs from the price in the catalogue and why (初回価格 once a person), ready to show.',
  }),
})
export type Quote = z.infer<typeof Quote>
