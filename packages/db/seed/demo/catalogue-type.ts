import type { UsageQuestion } from '@kushi/values/lasting'
import type { LabelField, LabelKind } from '@kushi/values/product-label'

export type DemoCategory = {
  id: number
  category_name: string
  slug: string
}

/** 1 once, 2 subscription only, 3 both. */
export type SaleType = 1 | 2 | 3

export type DemoImage = {
  /** Path of the picture without size and extension, e.g. `large/camellia-oil-1`. */
  path: string
  alt: string
}

export type DemoSku = {
  id: number
  product_code: string
  /** Name of the axis of choice, such as 香り; null when the product has none. Each SKU's value is `set_item_name1`. */
  sku_parent_item_name1: string | null
  set_item_name1: string | null
  sku_parent_item_name2: string | null
  set_item_name2: string | null
  /** Yen with tax. The price of a single purchase, or the price of one delivery if the product is subscription only. */
  price: number
  /** Price of the first delivery. Null: same as `subscription_price`. */
  subscription_first_price: number | null
  /** Price from the second delivery on. Null: not sold as a subscription. */
  subscription_price: number | null
  tax_rate: 10 | 8
  stock: number
  sale_limit: number
  /** Weight with packing, in grams. */
  weight_g: number
  /** Fits メール便 (letterbox delivery). */
  light_flag: boolean
  visible: boolean
}

/** Additional texts of a product page; all of them are optional. */
export type ProductTexts = {
  purpose?: string
  suits?: string[]
  feel?: { name: string; text: string }[]
  ingredient_notes?: { name: string; text: string }[]
  questions?: { question: string; answer: string }[]
  story_html?: string
  use_image_path?: string
  return_note?: string
  label?: Partial<Record<LabelField, string>> & { label_kind: LabelKind }
  /** Numbers of related products. */
  related?: number[]
  /** 使い切る目安 (with that of fast and of slow use) and the picture of each SKU, by the SKU's number. */
  lasting_days?: Record<number, number | readonly [short: number, typical: number, long: number]>
  lasting_basis?: string
  lasting_questions?: UsageQuestion[]
  sku_pictures?: Record<number, string>
  more_images?: DemoImage[]
}

export type DemoProduct = {
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
  images: DemoImage[]
  /** まとめ払い: `lump_sum_payment_num` deliveries are paid at once. */
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
  skus: DemoSku[]
}
