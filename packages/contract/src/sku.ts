import { z } from 'zod'

/** What a SKU is called, in every cart, order and subscription. `sku_parent_item_name` is the axis, `set_item_name` the choice. */
export const skuShape = {
  product_id: z.int(),
  product_code: z.string(),
  product_name: z.string(),
  sku_parent_item_name1: z.string().nullable(),
  set_item_name1: z.string().nullable(),
  sku_parent_item_name2: z.string().nullable(),
  set_item_name2: z.string().nullable(),
  /** Below the image base, without width and format. */
  product_image: z.string(),
}

/** 年払い: paid once for so many deliveries. */
export const lumpSumShape = {
  lump_sum_payment_flag: z.boolean(),
  lump_sum_payment_num: z.int().nullable(),
}
