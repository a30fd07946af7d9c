import { PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { z } from 'zod'
import { type Endpoints, flag, idParam, pageQuery, repeated, yen } from './endpoint.ts'
import { emailField } from './form/member.ts'
import { couponCodes, Quote, QuotedItem } from './quote.ts'

export const ProductImage = z.object({ path: z.string(), alt: z.string() })
export type ProductImage = z.infer<typeof ProductImage>

export const Category = z.object({ id: z.int(), category_name: z.string(), slug: z.string() })
export type Category = z.infer<typeof Category>

/** 悩み, as a way into the list. `title` and `lead` are shown above its products. */
export const Worry = z.object({ worry_name: z.string(), slug: z.string(), title: z.string(), lead: z.string() })
export type Worry = z.infer<typeof Worry>

/** A product in the list. Prices in yen, tax included. */
export const ProductSummary = z.object({
  id: z.int(),
  product_name: z.string(),
  slug: z.string(),
  category_id: z.int(),
  sale_type: z.int(),
  catch_copy: z.string(),
  lump_sum_payment_flag: z.boolean(),
  product_image: ProductImage,
  /** null: the shop shows prices only to approved accounts, and the caller is not one. */
  price_min: yen.nullable(),
  price_max: yen.nullable(),
  /** Lowest subscription price; null: none. */
  subscription_price_min: yen.nullable(),
  /** 年払い: the lowest single charge for all deliveries; null: each delivery is paid separately. */
  lump_sum_price_min: yen.nullable(),
  is_out_stock: z.boolean(),
  /** メール便: all its SKUs are light enough. */
  light_flag: z.boolean(),
})
export type ProductSummary = z.infer<typeof ProductSummary>

/** A name with its description. */
export const Named = z.object({ name: z.string(), text: z.string() })
export const Question = z.object({ question: z.string(), answer: z.string() })

export const ProductSku = z.object({
  id: z.int(),
  product_code: z.string(),
  sku_parent_item_name1: z.string().nullable(),
  set_item_name1: z.string().nullable(),
  sku_parent_item_name2: z.string().nullable(),
  set_item_name2: z.string().nullable(),
  /** null: not shown to the caller, as in the list. */
  price: yen.nullable(),
  /**
   * Other prices may be compared with `price` (%OFF), because it was charged as long as the rules about compared prices
   * ask (景品表示法). false: show the amounts alone.
   */
  is_price_proven: z.boolean(),
  /** Price of the first delivery, and of each one from the second on; null: no subscription. */
  subscription_first_price: yen.nullable(),
  subscription_price: yen.nullable(),
  tax_rate: z.int(),
  is_out_stock: z.boolean(),
  /** Pieces left, set only if there are few. */
  stock_left: z.int().nullable(),
  sale_limit: z.int(),
  light_flag: z.boolean(),
  /** Path of the picture that shows this choice, as in `product_image`; null: none of its own. */
  image_path: z.string().nullable(),
  /** 使い切る目安 of one piece in days; null: not stated. */
  lasting_days: z.int().nullable(),
  /** JAN, by which search engines identify the product; null: no code that is valid outside the shop. */
  gtin: z.string().nullable(),
  revision: z.int(),
})
export type ProductSku = z.infer<typeof ProductSku>

export const ProductDetail = z.object({
  id: z.int(),
  product_name: z.string(),
  slug: z.string(),
  category: Category,
  sale_type: z.int(),
  catch_copy: z.string(),
  description: z.string(),
  how_to_use: z.array(z.string()),
  ingredients: z.string(),
  purpose: z.string(),
  suits: z.array(z.string()),
  feel: z.array(Named),
  ingredient_notes: z.array(Named),
  questions: z.array(Question),
  /** Sanitised HTML. */
  story_html: z.string(),
  /** Path of a picture beside the steps, as in `product_image`; null: none. */
  use_image_path: z.string().nullable(),
  return_note: z.string(),
  /** Related products: chosen by the shop, otherwise others of its category. */
  related: z.array(ProductSummary),
  lump_sum_payment_flag: z.boolean(),
  lump_sum_payment_num: z.int().nullable(),
  product_image: z.array(ProductImage),
  skus: z.array(ProductSku),
  /** The product is hidden and shown only through an operator's preview link. */
  is_preview: z.boolean(),
})
export type ProductDetail = z.infer<typeof ProductDetail>

/** A row of the table to order in: a SKU with its product. */
export const OrderTableRow = z.object({
  id: z.int(),
  product_id: z.int(),
  product_name: z.string(),
  product_code: z.string(),
  sku_parent_item_name1: z.string().nullable(),
  set_item_name1: z.string().nullable(),
  sku_parent_item_name2: z.string().nullable(),
  set_item_name2: z.string().nullable(),
  price: yen,
  is_out_stock: z.boolean(),
  /** Pieces left, set only if there are few. */
  stock_left: z.int().nullable(),
  sale_limit: z.int(),
})
export type OrderTableRow = z.infer<typeof OrderTableRow>

/** 候補 while the customer types. */
export const Suggestion = z.object({
  products: z.array(z.object({ id: z.int(), product_name: z.string() })),
  worries: z.array(z.object({ worry_name: z.string(), slug: z.string() })),
  categories: z.array(z.object({ category_name: z.string(), slug: z.string() })),
  articles: z.array(z.object({ title: z.string(), slug: z.string() })),
})

export type Suggestion = z.infer<typeof Suggestion>

const keyword = z.string().trim().max(100)
const slug = z
  .string()
  .max(60)
  .regex(/^[^\0]*$/)

export const productSort = ['recommended', 'new', 'price_asc', 'price_desc'] as const

export const productEndpoints = {
  'GET /v1/product': {
    summary: '商品一覧',
    auth: 'optional',
    query: z.object({
      ...pageQuery,
      keyword: keyword.optional(),
      category: slug.optional(),
      worry: slug.optional(),
      /** 1: may be bought once, 2: may be subscribed to. */
      sale_type: z.enum(['1', '2']).optional(),
      sort: z.enum(productSort).default('recommended'),
    }),
    response: z.object({
      items: z.array(ProductSummary),
      total: z.int(),
      page: z.int(),
      per_page: z.int(),
      /** true: no product matches exactly; these match except for one letter. */
      is_approximate: z.boolean(),
      categories: z.array(Category),
      worries: z.array(Worry),
    }),
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/product/suggestion': {
    summary: '検索の候補(商品・悩み・カテゴリ・読みもの)',
    auth: 'optional',
    query: z.object({ keyword }),
    response: Suggestion,
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/product/detail/{id}': {
    summary: '商品詳細',
    auth: 'optional',
    params: z.object({ id: idParam }),
    /** The token of an operator's preview link, which shows a hidden product. */
    query: z.object({ preview: z.string().max(400).optional() }),
    response: ProductDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /v1/product/order-table': {
    summary: 'まとめて注文: 販売中の種類の一覧(はじめの300件)',
    auth: 'member',
    response: z.object({ items: z.array(OrderTableRow) }),
    errors: ['ERROR_SUPPLIER_NOT_APPROVED'],
  },
  'GET /v1/product/sku/list': {
    summary: '見積もり: 価格・送料・税はここでだけ計算する',
    auth: 'optional',
    query: z.object({
      /** `id:quantity`, once for each item. */
      product_sku_ids: repeated(z.string().regex(/^\d{1,9}:\d{1,2}$/)),
      is_subscription: flag.default(false),
      delivery_method_id: idParam.optional(),
      /** `null`: cash on delivery. Left out: no payment fee yet. */
      payment_method_id: z.enum(PAYMENT_METHOD_IDS.map(String)).optional(),
      postal_code: z
        .string()
        .regex(/^\d{7}$/)
        .optional(),
      /** Decides the delivery fee together with the postcode; left out: that of the postcode, or else 13 (東京都). */
      pref_id: z.coerce.number<number | string>().int().min(1).max(47).optional(),
      /** クーポンコード, up to five; `summary.promotions` says what became of each. */
      coupon_codes: z.preprocess((v) => (Array.isArray(v) ? v : [v]), couponCodes).optional(),
      /** The price of a running subscription's next delivery; must belong to the member. */
      subscription_id: idParam.optional(),
      /** Accepted because existing clients send them, but ignored: the server computes the prices. */
      customer_id: z.string().max(12).optional(),
      delivery_fee: z.string().max(12).optional(),
      adjustment_amount: z.string().max(12).optional(),
    }),
    response: z.object({ items: z.array(QuotedItem), summary: Quote }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_SUPPLIER_NOT_APPROVED'],
  },
  'POST /v1/product/restock': {
    summary: '再入荷のお知らせの申し込み(会員は登録のアドレスへ、ゲストは email へ、一度だけ)',
    auth: 'optional',
    body: z.object({ product_sku_id: z.int().positive().max(2_147_483_647), email: z.optional(emailField) }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_IN_STOCK', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
