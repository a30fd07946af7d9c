import { z } from 'zod'
import { yen } from './endpoint.ts'

/** A piece of the cart with its price. `id` is the SKU's; prices in yen, tax included. */
export const CartLine = z.object({
  id: z.int(),
  product_id: z.int(),
  product_code: z.string(),
  product_name: z.string(),
  sku_parent_item_name1: z.string().nullable(),
  set_item_name1: z.string().nullable(),
  sku_parent_item_name2: z.string().nullable(),
  set_item_name2: z.string().nullable(),
  /** Below the image base, without width and format. */
  product_image: z.string(),
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
  lump_sum_payment_flag: z.boolean(),
  lump_sum_payment_num: z.int().nullable(),
  tax_rate: z.int(),
  /** One piece of this (the first) delivery, and of each that follows. */
  price: yen,
  following_price: yen,
  /** price × quantity (× deliveries of a yearly payment). */
  subtotal: yen,
  /** Rank discount on this line. */
  discount_amount: yen,
  revision: z.int(),
})
export type CartLine = z.infer<typeof CartLine>

/** 税率ごとの内訳 */
export const TaxLine = z.object({ tax_rate: z.int(), total: yen, tax: yen })

/** What one delivery costs, step by step. */
export const Amounts = z.object({
  subtotal: yen,
  discount_amount: yen,
  delivery_fee: yen,
  payment_fee: yen,
  adjustment_amount: yen,
  payment_total: yen,
  tax_total: yen,
  tax_lines: z.array(TaxLine),
})
export type Amounts = z.infer<typeof Amounts>

export const Quote = z.object({
  ...Amounts.shape,
  delivery_id: z.int(),
  /** Threshold of free delivery (null: none) and how much is missing for it. */
  delivery_free_amount: yen.nullable(),
  free_remaining: yen,
  /** false: nothing can be bundled (メール便, remote island). */
  bundled_flag: z.boolean(),
  is_remote_island: z.boolean(),
  /** A subscription's second and each later delivery; null for a single purchase. */
  following: Amounts.nullable(),
})
export type Quote = z.infer<typeof Quote>
