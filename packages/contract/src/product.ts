import { PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { labelFields } from '@kushi/values/product-label'
import { z } from 'zod'
import { booleanParam, type Endpoints, idParam, pageQuery, repeatedParam, slugParam, yen } from './endpoint.ts'
import { emailField } from './form/member.ts'
import { couponCodes, pointsToUse, Quote, QuotedItem, SetContent } from './quote.ts'

export const ProductImage = z.object({
  path: z.string().meta({ description: 'Below `image_api` of `init`, without width and format.' }),
  alt: z.string().meta({ description: 'What the picture shows.' }),
})
export type ProductImage = z.infer<typeof ProductImage>

export const Category = z.object({
  id: z.int(),
  category_name: z.string().meta({ description: 'Name of the category.' }),
  slug: z.string().meta({ description: 'Short name for addresses.' }),
})
export type Category = z.infer<typeof Category>

/** 悩み, as a way into the list. `title` and `lead` are shown above its products. */
export const Worry = z.object({
  worry_name: z.string().meta({ description: '悩み in a few words.' }),
  slug: z.string(),
  title: z.string().meta({ description: 'Heading.' }),
  lead: z.string().meta({ description: 'What it is about, in a sentence or two.' }),
})
export type Worry = z.infer<typeof Worry>

/** 特典 that anybody has now without a code. */
export const ShownPromotion = z.object({
  promotion_id: z.int(),
  promotion_name: z.string(),
  text: z.string().meta({ description: 'What it gives and under which condition: 「¥5,000以上で送料無料」.' }),
  until: z.string().meta({ description: 'Its end, ready to show: 「12月31日 23:59まで」; empty: without an end.' }),
})
export type ShownPromotion = z.infer<typeof ShownPromotion>

const running_promotions = z.array(ShownPromotion).meta({ description: 'Running promotions of it that anybody has.' })

/** A product in the list. Prices in yen, tax included. */
export const ProductSummary = z.object({
  id: z.int(),
  product_name: z.string(),
  slug: z.string(),
  category_id: z.int().meta({ description: 'Id of the category.' }),
  sale_type: z
    .int()
    .meta({ description: '販売種別: 1 once, 2 subscription, 3 both. In a request: how it is to be bought, 1 or 2.' }),
  catch_copy: z.string().meta({ description: 'One line about the product.' }),
  lump_sum_payment_flag: z.boolean().meta({ description: '年払い: one charge for several deliveries.' }),
  product_image: ProductImage,
  price_min: yen
    .nullable()
    .meta({ description: 'Lowest price, yen, tax included; null: not shown to who asks (`price_visibility`).' }),
  price_max: yen.nullable().meta({ description: 'Highest price, yen, tax included; null as `price_min`.' }),
  subscription_price_min: yen
    .nullable()
    .meta({ description: 'Lowest price of a subscription that continues, yen, tax included; null: none.' }),
  lump_sum_price_min: yen
    .nullable()
    .meta({ description: '年払い: what is paid at once for all deliveries, at least; null: each is paid by itself.' }),
  running_promotions,
  is_out_stock: z.boolean().meta({ description: '在庫切れ.' }),
  /** メール便: all its SKUs are light enough. */
  light_flag: z
    .boolean()
    .meta({ description: 'Light variant: fits メール便, and such a parcel takes no bundled items.' }),
})
export type ProductSummary = z.infer<typeof ProductSummary>

/** A name with its description. */
export const Named = z.object({
  name: z.string().meta({ description: 'A name; of what, the call says.' }),
  text: z.string().meta({ description: 'Ready to show.' }),
})
export const Question = z.object({
  question: z.string().meta({ description: 'What is asked.' }),
  answer: z.string().meta({ description: 'The answer to it.' }),
})

export const ProductSku = z.object({
  id: z.int(),
  product_code: z.string().meta({ description: '品番 of the SKU.' }),
  sku_parent_item_name1: z.string().nullable().meta({ description: 'First axis of choice (香り); null: none.' }),
  set_item_name1: z.string().nullable(),
  sku_parent_item_name2: z.string().nullable().meta({ description: 'Second axis of choice (内容量); null: none.' }),
  set_item_name2: z.string().nullable(),
  price: yen.nullable().meta({
    common: true,
    description: '価格 of one piece, yen, tax included. Of a product null: not shown to who asks (`price_visibility`).',
  }),
  is_price_proven: z.boolean().meta({
    description:
      'Other prices may be compared with `price` (%OFF): it was charged as long as the rules about compared prices ask. false: show amounts alone.',
  }),
  subscription_first_price: yen
    .nullable()
    .meta({ description: '初回価格 of the first delivery, yen, tax included; null: no subscription.' }),
  subscription_price: yen
    .nullable()
    .meta({ description: '定期価格 from the second delivery on, yen, tax included; null: no subscription.' }),
  quantity_prices: z
    .array(
      z.object({
        from_pieces: z.int().meta({ description: 'Pieces of this SKU in one cart, from which on the price holds.' }),
        price: yen,
        subscription_price: yen.nullable(),
      }),
    )
    .meta({
      description:
        '数量割引: the price of each piece from so many pieces on (`subscription_price` null: as with fewer); empty: none, or not shown.',
    }),
  parts: z.array(SetContent).meta({ description: 'セットの中身: what one piece of it consists of; empty: not a set.' }),
  tax_rate: z.int().meta({ description: '税率: 10 or 8 percent; of a set the higher one of its parts.' }),
  is_out_stock: z.boolean(),
  stock_left: z.int().nullable().meta({ description: 'Pieces left, told only when they are few; else null.' }),
  sale_limit: z.int().meta({ description: 'Most pieces per purchase.' }),
  light_flag: z.boolean(),
  cool_parcels: z.int().meta({ description: 'Chilled or frozen parcels in which one piece is sent; 0: none.' }),
  image_path: z
    .string()
    .nullable()
    .meta({ description: 'The picture that shows this choice, one of those of its product; null: none of its own.' }),
  lasting_days: z
    .int()
    .nullable()
    .meta({ description: '使い切る目安: how many days one piece lasts; null: not said.' }),
  gtin: z
    .string()
    .nullable()
    .meta({ description: 'JAN (GTIN-8 or GTIN-13); null: none that is known outside of the shop.' }),
  revision: z.int().meta({
    description:
      'Raised when what is sold under this id changes. Sent back, an older one is refused (`contents_changed`).',
  }),
})
export type ProductSku = z.infer<typeof ProductSku>

export const ProductDetail = z.object({
  id: z.int(),
  product_name: z.string(),
  slug: z.string(),
  category: Category,
  sale_type: z.int(),
  catch_copy: z.string(),
  description: z.string().meta({ description: 'About it, plain text.' }),
  how_to_use: z.array(z.string()).meta({ description: 'ご使用方法, a step each.' }),
  ingredients: z.string().meta({ description: '成分.' }),
  product_label: z
    .array(
      Named.extend({
        field: z
          .enum(['label_kind', 'ingredients', ...labelFields])
          .meta({ description: 'Which of the texts of a label it is.' }),
        part_name: z
          .string()
          .nullable()
          .meta({ description: 'Of a set: the part whose label says it; null: the product itself.' }),
      }),
    )
    .meta({
      description:
        '商品の表示 by the kind of goods (化粧品, 食品, 雑貨), the ingredients too: heading and text, in the order of a label.',
    }),
  purpose: z.string().meta({ description: 'What it is for.' }),
  suits: z.array(z.string()).meta({ description: 'こんな方に, a sentence each.' }),
  feel: z.array(Named).meta({ description: '使い心地: the name of a side of it and how it is.' }),
  ingredient_notes: z.array(Named).meta({ description: 'What the few ingredients that matter are for.' }),
  questions: z.array(Question).meta({ description: 'よくあるご質問 about it, each with its answer.' }),
  story_html: z.string().meta({ description: 'What else the shop tells of it, sanitised HTML.' }),
  use_image_path: z
    .string()
    .nullable()
    .meta({ description: 'Of the picture beside the steps of how to use it; null: none.' }),
  return_note: z.string().meta({ description: '返品 of this product, where it is not as with all others.' }),
  lasting_questions: z
    .array(
      z.object({
        options: z
          .array(
            z.object({
              option: z.string().meta({ description: 'What can be answered.' }),
              days_percent: z
                .int()
                .meta({ description: 'How long a piece lasts for who answers so, in percent of its `lasting_days`.' }),
            }),
          )
          .meta({ description: 'The answers to choose from.' }),
        question: z.string(),
      }),
    )
    .meta({
      description: 'What a shop asks to reckon how long a piece lasts; none has to be answered. Empty: nothing.',
    }),
  related: z
    .array(ProductSummary)
    .meta({ description: 'What goes with it: chosen by the shop, else others of its category.' }),
  lump_sum_payment_flag: z.boolean(),
  lump_sum_payment_num: z
    .int()
    .nullable()
    .meta({ description: 'Deliveries that one charge pays for; null: not 年払い.' }),
  product_image: z.array(ProductImage),
  running_promotions,
  skus: z.array(ProductSku).meta({ description: 'What can be bought of it, one entry a choice.' }),
  is_preview: z.boolean().meta({ description: "Hidden from customers: shown by a link of the shop's own people." }),
})
export type ProductDetail = z.infer<typeof ProductDetail>

/** A row of the table to order in: a SKU with its product. */
export const OrderTableRow = z.object({
  id: z.int(),
  product_id: z.int().meta({ description: 'Id of the product.' }),
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
  products: z.array(z.object({ id: z.int(), product_name: z.string() })).meta({ description: 'Products.' }),
  worries: z
    .array(z.object({ worry_name: z.string(), slug: z.string() }))
    .meta({ description: 'All 悩み for which a visible product is offered.' }),
  categories: z
    .array(z.object({ category_name: z.string(), slug: z.string() }))
    .meta({ description: 'All categories with a visible product.' }),
  articles: z.array(z.object({ title: z.string(), slug: z.string() })).meta({ description: '読みもの.' }),
})

export type Suggestion = z.infer<typeof Suggestion>

const keyword = z.string().trim().max(100)
export const productSort = ['recommended', 'new', 'price_asc', 'price_desc'] as const

/** The query by which a purchase is priced. */
export const quoteShape = {
  product_sku_ids: repeatedParam(z.string().regex(/^\d{1,9}:\d{1,2}$/)).meta({
    description: '`id:quantity` of a SKU, repeated for each.',
  }),
  is_subscription: booleanParam.default(false),
  delivery_method_id: idParam.optional().meta({ description: 'Id of the delivery method that is wished for.' }),
  /** `null`: cash on delivery. Absent: no payment fee yet. */
  payment_method_id: z.enum(PAYMENT_METHOD_IDS.map(String)).optional(),
  following_payment_method_id: z.enum(PAYMENT_METHOD_IDS.map(String)).optional().meta({
    description: 'Of the later deliveries, where `payment_method_id` pays the first one only (前払い); else not read.',
  }),
  postal_code: z
    .string()
    .regex(/^\d{7}$/)
    .optional()
    .meta({ description: '郵便番号: seven digits without a hyphen.' }),
  /** Decides the delivery fee together with the postcode; absent: that of the postcode, or else 13 (東京都). */
  pref_id: z.coerce.number<number | string>().int().min(1).max(47).optional(),
  /** クーポンコード, up to five; `summary.promotions` says what became of each. */
  coupon_codes: z.preprocess((v) => (Array.isArray(v) ? v : [v]), couponCodes).optional(),
  /** ギフト包装・のし by name, and whether there is a card. */
  gift_wrap: z.string().max(40).optional().meta({ description: 'The name of a ギフト包装 that the shop offers.' }),
  gift_noshi: z.string().max(40).optional().meta({ description: 'The name of a のし that the shop offers.' }),
  gift_card: booleanParam.optional().meta({ description: 'Whether a message card is wished for.' }),
  landing_slug: slugParam
    .optional()
    .meta({ title: '申し込みページ', description: 'The page on which it is bought: its own promotion counts.' }),
  points: z.preprocess((v) => (typeof v === 'string' && /^\d{1,7}$/.test(v) ? Number(v) : v), pointsToUse).optional(),
}

export const productEndpoints = {
  'GET /v1/product': {
    summary: '商品一覧',
    auth: 'optional',
    query: z.object({
      ...pageQuery,
      keyword: keyword
        .optional()
        .meta({ description: 'Words that must all stand in name, kana, catch copy, category or a choice.' }),
      category: slugParam.optional(),
      worry: slugParam.optional().meta({ description: '悩み: slug of a way into the list.' }),
      /** 1: may be bought once, 2: may be subscribed to. */
      sale_type: z.enum(['1', '2']).optional(),
      sort: z.enum(productSort).default('recommended').meta({
        description: '`recommended` as the shop orders them, `new` the newest first, by price rising or falling.',
      }),
    }),
    response: z.object({
      items: z.array(ProductSummary),
      total: z.int().meta({ description: 'How many there are on all pages.' }),
      page: z.int(),
      per_page: z.int(),
      is_approximate: z
        .boolean()
        .meta({ description: 'Nothing has the very words: these have them but for one letter.' }),
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
    query: z.object({
      preview: z
        .string()
        .max(400)
        .optional()
        .meta({ description: "By which the shop's own people see a product that is hidden." }),
    }),
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
      ...quoteShape,
      /** The price of a running subscription's next delivery; must belong to the member. */
      subscription_id: idParam.optional(),
      /** Accepted because existing clients send them, but ignored: the server computes the prices. */
      customer_id: z.string().max(12).optional().meta({
        description: 'Id of the member. Only one’s own: another’s answers as if it did not exist.',
        common: true,
      }),
      delivery_fee: z
        .string()
        .max(12)
        .optional()
        .meta({ description: '送料, yen, tax included. In a request it is not believed: the shop prices.' }),
      adjustment_amount: z.string().max(12).optional().meta({
        description:
          '調整額 of a subscription, yen, negative in the customer’s favour. In a request it is not believed.',
      }),
    }),
    response: z.object({ items: z.array(QuotedItem), summary: Quote }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_SUPPLIER_NOT_APPROVED'],
  },
  'POST /v1/product/restock': {
    summary: '再入荷のお知らせの申し込み(会員は登録のアドレスへ、ゲストは email へ、一度だけ)',
    auth: 'optional',
    acting: 'does',
    body: z.object({ product_sku_id: z.int().positive().max(2_147_483_647), email: z.optional(emailField) }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_IN_STOCK', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
