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

/**
 * The set (セット) of which an item was bought as a part, with its name at that time; null if it was not part of a set.
 */
export const soldSetShape = {
  set_sku_id: z
    .int()
    .nullable()
    .meta({ description: 'セット: SKU of the set that it was bought in; null: by itself.' }),
  set_name: z
    .string()
    .nullable()
    .meta({ description: 'Name of that set as on the day of the order; null: by itself.' }),
  set_quantity: z.int().nullable().meta({ description: 'How many of that set were bought; null: by itself.' }),
}

/** 年払い: one payment for `lump_sum_payment_num` deliveries. */
export const lumpSumShape = {
  lump_sum_payment_flag: z.boolean(),
  lump_sum_payment_num: z.int().nullable(),
}
