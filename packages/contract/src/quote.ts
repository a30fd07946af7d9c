import { eachAmount } from '@kushi/values/order-amounts'
import { z } from 'zod'
import { yen } from './endpoint.ts'
import { lumpSumShape, skuShape } from './sku.ts'

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
  /** Rank discount on this item. */
  discount_amount: yen,
  revision: z.int(),
  ...lumpSumShape,
})
export type QuotedItem = z.infer<typeof QuotedItem>

/** 税率ごとの内訳 */
export const TaxLine = z.object({ tax_rate: z.int(), total: yen, tax: yen })

/** What one delivery costs, step by step. */
export const Amounts = z.object({
  ...eachAmount(() => yen),
  payment_total: yen,
  tax_total: yen,
  tax_lines: z.array(TaxLine),
})
export type Amounts = z.infer<typeof Amounts>

export const Quote = z.object({
  ...Amounts.shape,
  delivery_id: z.int(),
  /** Threshold of free delivery (null: none), and the amount still missing. */
  delivery_free_amount: yen.nullable(),
  free_remaining: yen,
  /** false: nothing can be bundled (メール便, remote island). */
  bundled_flag: z.boolean(),
  is_remote_island: z.boolean(),
  /** Amounts of a subscription's second and each later delivery; null for a single purchase. */
  following: Amounts.nullable(),
})
export type Quote = z.infer<typeof Quote>
