import { z } from 'zod'

/**
 * The names of a SKU in every cart, order and subscription. `sku_parent_item_name`
 * is the axis, `set_item_name` the choice.
 */
export const skuShape = {
  product_id: z.int(),
  product_code: z.string(),
  product_name: z.string(),
  sku_parent_item_name1: z.string().nullable(),
  set_item_name1: z.string().nullable(),
  sku_parent_item_name2: z.string().nullable(),
  set_item_name2: z.string().nullable(),
  /** Path below the image base URL, without width and format. */
  product_image: z.string(),
}

/** プレゼント: the promotion that gives the item at 0 yen; null: it was bought. */
export const giftPromotionId = z
  .int()
  .nullable()
  .meta({ description: 'The promotion that gives the item at 0 yen; null: it was bought.' })

/** 年払い: one payment for `lump_sum_payment_num` deliveries. */
export const lumpSumShape = {
  lump_sum_payment_flag: z.boolean(),
  lump_sum_payment_num: z.int().nullable(),
}
