export type Category = {
  id: number
  category_name: string
  slug: string
}

/** 1 once, 2 subscription only, 3 both. */
export type SaleType = 1 | 2 | 3

export type ProductImage = {
  /** Picture without size and extension, e.g. `camellia-oil-1`. */
  path: string
  alt: string
}

export type Sku = {
  id: number
  product_code: string
  /** Axis such as 香り; null when the product has no such choice. Its value is `set_item_name1`. */
  sku_parent_item_name1: string | null
  set_item_name1: string | null
  sku_parent_item_name2: string | null
  set_item_name2: string | null
  /** Yen with tax. The price at which the shop really sells it once, or the price of a delivery if it is subscription only. */
  price: number
  /** First delivery. Null: the same as `subscription_price`. */
  subscription_first_price: number | null
  /** Second delivery on. Null: not sold as a subscription. */
  subscription_price: number | null
  tax_rate: 10 | 8
  stock: number
  sale_limit: number
  /** With its packing, in grams. */
  weight_g: number
  /** Fits メール便. */
  light_flag: boolean
  visible: boolean
}

/** What a product page tells besides; all of it may be left out. */
export type ProductWords = {
  purpose?: string
  suits?: string[]
  feel?: { name: string; text: string }[]
  ingredient_notes?: { name: string; text: string }[]
  questions?: { question: string; answer: string }[]
  story_html?: string
  use_image_path?: string
  return_note?: string
  /** Numbers of the products that go with it. */
  related?: number[]
  /** 使い切る目安 and the picture of a choice, by the number of the SKU. */
  lasting_days?: Record<number, number>
  sku_pictures?: Record<number, string>
  more_images?: ProductImage[]
}

export type Product = {
  id: number
  product_name: string
  product_name_kana: string
  slug: string
  category_id: number
  sale_type: SaleType
  visible: boolean
  catch_copy: string
  description: string
  how_to_use: string[]
  /** 全成分 of a cosmetic, 原材料名 of a food, materials of anything else. */
  ingredients: string
  images: ProductImage[]
  /** まとめ払い: `lump_sum_payment_num` deliveries are paid at once. */
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
  skus: Sku[]
}
