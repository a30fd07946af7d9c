import { MAX_USAGE_QUESTIONS } from '@kushi/values/lasting'
import { MAX_COSTS_PER_SKU } from '@kushi/values/product'
import { LABEL_KIND_NAME, LABEL_MAX_LENGTHS } from '@kushi/values/product-label'
import { MAX_SET_PARTS } from '@kushi/values/product-set'
import { LUMP_SUM_CANCELLATION_NAME, MAX_CANCEL_FEE_RATE } from '@kushi/values/promise'
import { z } from 'zod'
import { idParam, isoDate, listOf } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import { csvImportCall, exportBody, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery, listSelection } from './list.ts'
import { withCheckedPlaceholders } from './promising.ts'
import { StockPlace } from './stock-place.ts'

export const SALE_TYPE_NAME = { '1': '通常購入のみ', '2': '定期便のみ', '3': '通常購入と定期便' } as const
export const STOCK_STATE_NAME = { in_stock: '在庫あり', low: '残りわずか', out: '在庫切れ' } as const
/** State of a SKU, or the worst state of a product's SKUs. `out`: none left; `low`: `low_stock` or fewer left. */
export const stockStateField = oneOf(STOCK_STATE_NAME)

export const productList = {
  name: 'products',
  filters: {
    category: { kind: 'select', label: 'カテゴリ', options: null },
    sale_type: { kind: 'select', label: '販売種別', options: SALE_TYPE_NAME },
    visible: { kind: 'flag', label: '公開' },
    stock: { kind: 'select', label: '在庫', options: { low: '残りわずかの種類がある', out: '在庫切れの種類がある' } },
    price: { kind: 'number', label: '価格', unit: '円' },
  },
  sorts: { sort_no: '並び順', product_name: '商品名', id: '登録順' },
  sort: 'sort_no',
  search: '商品名・かな・商品コード',
} as const satisfies List

/** 商品 in the list. Prices in yen, tax included, and stock of the SKUs on sale. */
export const ProductRow = z.object({
  id: z.int(),
  product_name: z.string(),
  category_name: z.string(),
  /** URL of a small picture; null: none. */
  picture: z.string().nullable(),
  sale_type: z.int(),
  visible: z.boolean(),
  price_min: z.int().nullable(),
  price_max: z.int().nullable(),
  stock: z.int(),
  stock_state: stockStateField,
  /** Why the shop can't show it, besides being hidden, in words. */
  obstacles: z.array(z.string()),
})
export type ProductRow = z.infer<typeof ProductRow>

const wholeYen = z
  .int('1円単位の数字で入力してください。')
  .min(0, '0円以上で入力してください。')
  .max(9_999_999, '9,999,999円以下で入力してください。')
const text = (most: number) => z.string().max(most)
const needed = (most: number) => z.string().min(1, '入力してください。').max(most)
/** An empty text becomes null. */
const choice = z
  .string()
  .max(40)
  .nullable()
  .transform((typed) => typed || null)
const slug = needed(60).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, '半角の英小文字・数字を「-」でつないで入力してください。')

const otherLasting = z
  .int('日数を数字で入力してください。')
  .min(1, '1日以上で入力してください。')
  .max(3650, '3,650日以下で入力してください。')
  .nullable()
  .optional()

/** A SKU to save. The stock of an existing SKU changes only by 入荷 and 訂正. */
export const SkuInput = z.object({
  /** null: a new one. */
  id: z.int().positive().nullable(),
  product_code: needed(40).regex(/^[\w.-]+$/, '半角の英数字と「-」「_」「.」で入力してください。'),
  set_item_name1: markCustomerFacing(choice.meta({ title: '種類1' })),
  set_item_name2: markCustomerFacing(choice.meta({ title: '種類2' })),
  price: wholeYen,
  subscription_first_price: wholeYen.nullable().meta({ title: '定期便の初回の価格' }),
  subscription_price: wholeYen.nullable().meta({ title: '定期便の価格' }),
  quantity_prices: z
    .array(
      z.object({
        from_pieces: z
          .int('点数を数字で入力してください。')
          .min(2, '2点以上で入力してください。')
          .max(99, '99点以下で入力してください。')
          .meta({ title: '何点から', description: 'Pieces in one cart, from which on the price holds.' }),
        price: wholeYen,
        subscription_price: wholeYen.nullable(),
      }),
    )
    .max(5, '5段階までです。')
    .optional()
    .meta({
      title: '数量割引',
      description:
        '数量割引: the price of each piece from so many pieces on, by ascending pieces (`subscription_price` null: as with fewer). Left out: as it is.',
    }),
  parts: z
    .array(
      // In the order in which the database keeps them, by which a save sees that nothing changed.
      z.object({
        pieces: z
          .int('点数を数字で入力してください。')
          .min(1, '1点以上で入力してください。')
          .max(99, '99点以下で入力してください。')
          .meta({ title: '点数' }),
        product_sku_id: z.int('商品を選択してください。').positive('商品を選択してください。'),
      }),
    )
    .max(MAX_SET_PARTS, `セットの中身は${MAX_SET_PARTS}種類までです。`)
    .optional()
    .meta({
      title: 'セットの中身',
      description:
        'セット: other SKUs that one piece of it consists of; its stock is that of the scarcest, and its price is divided over them by their own prices. Empty: not a set. Left out: as it is.',
    }),
  costs: z
    .array(
      z.object({
        cost_from: isoDate.meta({ title: '原価の始まる日' }),
        unit_cost: wholeYen.meta({ title: '原価(税抜)' }),
      }),
    )
    .max(MAX_COSTS_PER_SKU, `原価は${MAX_COSTS_PER_SKU}回分までです。`)
    .optional()
    .meta({
      title: '原価',
      description:
        '原価 of one piece without tax, each from a day on, by ascending days. Only for those who see figures; left out: as it is.',
    }),
  tax_rate: z.literal([8, 10], '8%か10%を選択してください。').meta({ title: '税率' }),
  sale_limit: z
    .int('数字で入力してください。')
    .min(1, '1〜99で入力してください。')
    .max(99, '1〜99で入力してください。')
    .meta({ title: '購入の上限' }),
  weight_g: z
    .int('グラム単位の数字で入力してください。')
    .min(0, '0g以上で入力してください。')
    .max(1_000_000, '1,000,000g以下で入力してください。')
    .meta({ title: '重さ' }),
  /** 使い切る目安 in days; null: not stated. */
  lasting_days: z
    .int('日数を数字で入力してください。')
    .min(1, '1日以上で入力してください。')
    .max(3650, '3,650日以下で入力してください。')
    .nullable()
    .meta({ title: '使い切る目安' }),
  lasting_days_short: otherLasting.meta({
    title: '早い方の目安',
    description: 'How many days one piece lasts for who uses it up fast. Left out: as it is.',
  }),
  lasting_days_long: otherLasting.meta({
    title: 'ゆっくりの方の目安',
    description: 'How many days one piece lasts for who uses it up slowly. Left out: as it is.',
  }),
  light_flag: z.boolean().meta({ title: 'メール便' }),
  visible: z.boolean(),
  /** The product picture that shows this choice; null: none of its own. */
  image_path: z.string().max(200).nullable().meta({ title: '写真' }),
  /** Initial stock of a new SKU; ignored for an existing one. */
  stock: z
    .int('個数を数字で入力してください。')
    .min(0, '0個以上で入力してください。')
    .max(1_000_000, '1,000,000個以下で入力してください。'),
  /** Storage place of a new SKU; ignored for an existing one. */
  place: StockPlace.optional().meta({ title: '棚' }),
})
export type SkuInput = z.infer<typeof SkuInput>
/** The initial values of a new SKU in the form. Its code and price have to be entered. */
export const NEW_SKU: SkuInput = {
  id: null,
  product_code: '',
  set_item_name1: null,
  set_item_name2: null,
  price: null as never,
  subscription_first_price: null,
  subscription_price: null,
  quantity_prices: [],
  parts: [],
  tax_rate: 10,
  sale_limit: 99,
  weight_g: 0,
  lasting_days: null,
  lasting_days_short: null,
  lasting_days_long: null,
  light_flag: false,
  visible: true,
  image_path: null,
  stock: 0,
}

const Picture = z.object({
  path: z.string().max(200),
  /** Alternative text. */
  alt: markCustomerFacing(
    z.string().trim().min(1, '写真の説明を入力してください。').max(200, '200文字以内で入力してください。'),
  ),
})

const named = (most: number) =>
  z.array(z.object({ name: needed(60), text: needed(600) })).max(most, `${most}個までです。`)

export const ProductInput = z.object({
  product_name: markCustomerFacing(needed(100).meta({ title: '商品名' })),
  product_name_kana: needed(100).meta({ title: '商品名(かな)' }),
  slug: slug.meta({ title: 'URL用の名前' }),
  category_id: z.int('選択してください。').positive().meta({ title: 'カテゴリ' }),
  sale_type: z.literal([1, 2, 3], '選択してください。').meta({ title: '販売種別' }),
  visible: z.boolean(),
  catch_copy: markCustomerFacing(text(200).meta({ title: 'キャッチコピー' })),
  description: markCustomerFacing(withCheckedPlaceholders(text(10_000))),
  how_to_use: markCustomerFacing(z.array(text(500)).max(20, '20行までにしてください。').meta({ title: '使い方' })),
  ingredients: markCustomerFacing(text(5_000).meta({ title: '成分・素材' })),
  purpose: markCustomerFacing(text(300).meta({ title: '用途' })),
  suits: markCustomerFacing(z.array(text(100)).max(8, '8行までにしてください。').meta({ title: '向いている方' })),
  feel: markCustomerFacing(named(8).meta({ title: '使い心地' })),
  ingredient_notes: markCustomerFacing(named(12).meta({ title: '成分の説明' })),
  questions: z
    .array(
      z.object({
        question: markCustomerFacing(needed(200).meta({ title: '質問' })),
        answer: markCustomerFacing(withCheckedPlaceholders(needed(1_000)).meta({ title: '回答' })),
      }),
    )
    .max(12, '12個までです。')
    .meta({ title: 'ご質問' }),
  story_html: markCustomerFacing(
    withCheckedPlaceholders(z.string().max(50_000, '5万文字までです。')).meta({ title: '物語' }),
  ),
  /** One of the product's pictures; null: none. */
  use_image_path: z.string().max(200).nullable().meta({ title: '使い方の写真' }),
  return_note: markCustomerFacing(withCheckedPlaceholders(text(600)).meta({ title: '返品について' })),
  label_kind: oneOf(LABEL_KIND_NAME, '選択してください。').optional().meta({
    title: '表示の種類',
    description:
      '商品の表示: whose texts the page shows; those that the kind has not are emptied. This and its texts left out: as it is.',
  }),
  label_name: markCustomerFacing(
    text(LABEL_MAX_LENGTHS.label_name).optional().meta({ title: '表示の名称', description: '名称 of a food.' }),
  ),
  label_allergens: markCustomerFacing(
    text(LABEL_MAX_LENGTHS.label_allergens)
      .optional()
      .meta({ title: 'アレルゲン', description: 'アレルゲン of a food.' }),
  ),
  label_expiry: markCustomerFacing(
    text(LABEL_MAX_LENGTHS.label_expiry)
      .optional()
      .meta({ title: '表示の期限', description: '使用期限 of a cosmetic, 賞味期限の目安 of a food.' }),
  ),
  label_storage: markCustomerFacing(
    text(LABEL_MAX_LENGTHS.label_storage).optional().meta({ title: '保存方法', description: '保存方法 of a food.' }),
  ),
  label_cautions: text(LABEL_MAX_LENGTHS.label_cautions)
    .optional()
    .meta({ title: '使用上の注意', description: '使用上の注意 of a cosmetic or of goods.' }),
  label_maker: markCustomerFacing(
    text(LABEL_MAX_LENGTHS.label_maker)
      .optional()
      .meta({ title: '製造者', description: '製造販売業者 of a cosmetic with its address, 製造者 of anything else.' }),
  ),
  label_origin: markCustomerFacing(
    text(LABEL_MAX_LENGTHS.label_origin).optional().meta({ title: '原産国', description: '原産国.' }),
  ),
  /** 一緒に使いたいもの, in the shop's order; empty: other products of its category are shown. */
  related: z.array(z.int().positive()).max(4, '4点までです。').meta({ title: '一緒におすすめする商品' }),
  lasting_basis: text(600).optional().meta({
    title: '目安の根拠',
    description: '使い切る目安 of its SKUs: where the days come from; only operators see it. Left out: as it is.',
  }),
  lasting_questions: z
    .array(
      // In the order in which the database keeps them, by which a save sees that nothing changed.
      z.object({
        options: z
          .array(
            z.object({
              option: markCustomerFacing(needed(20).meta({ title: '答え方' })),
              days_percent: z
                .int('割合を数字で入力してください。')
                .min(10, '10%以上で入力してください。')
                .max(500, '500%以下で入力してください。')
                .meta({ title: '目安の日数の割合' }),
            }),
          )
          .min(2, '選択肢は2つ以上にしてください。')
          .max(5, '選択肢は5つまでです。')
          .meta({ title: '答えの選択肢' }),
        question: markCustomerFacing(needed(40).meta({ title: '質問' })),
      }),
    )
    .max(MAX_USAGE_QUESTIONS, `質問は${MAX_USAGE_QUESTIONS}つまでです。`)
    .optional()
    .meta({
      title: '使い方の質問',
      description:
        'What the page asks before a subscription; each option lets a piece last that percentage of its 目安. Left out: as it is.',
    }),
  lump_sum_payment_flag: z.boolean().meta({ title: '年払い' }),
  lump_sum_payment_num: z.int('回数を数字で入力してください。').nullable().meta({ title: '年払いの回数' }),
  /** 年払いの途中での解約. */
  lump_sum_rule: oneOf(LUMP_SUM_CANCELLATION_NAME).meta({ title: '年払いの途中での解約' }),
  /** Percent of the refunded rest; only with the rule `fee`. */
  lump_sum_fee_rate: z
    .int('解約料の割合を数字で入力してください。')
    .min(0, '0以上で入力してください。')
    .max(
      MAX_CANCEL_FEE_RATE,
      `${MAX_CANCEL_FEE_RATE}%までにしてください。平均的な損害を超える解約料は、消費者契約法により無効になります。`,
    )
    .meta({ title: '年払いの解約料(%)' }),
  /** 規格: the names of the two axes of choices, the same for all SKUs; null: the product has no such axis. */
  sku_parent_item_name1: markCustomerFacing(choice.meta({ title: '種類の見出し1' })),
  sku_parent_item_name2: markCustomerFacing(choice.meta({ title: '種類の見出し2' })),
  /** In the shop's order. The first one represents the product in lists. */
  pictures: z.array(Picture).max(20, '写真は20枚までです。').meta({ title: '写真' }),
  /** In the shop's order. */
  skus: z.array(SkuInput).min(1, '種類を1つ以上登録してください。').max(100, '種類は100までです。'),
})
export type ProductInput = z.infer<typeof ProductInput>
/**
 * The initial values of a new product in the form; it is hidden until an operator makes it visible. Its names and
 * category have to be entered.
 */
export const NEW_PRODUCT: ProductInput = {
  product_name: '',
  product_name_kana: '',
  slug: '',
  category_id: null as never,
  sale_type: 1,
  visible: false,
  catch_copy: '',
  description: '',
  how_to_use: [],
  ingredients: '',
  purpose: '',
  suits: [],
  feel: [],
  ingredient_notes: [],
  questions: [],
  story_html: '',
  use_image_path: null,
  return_note: '',
  label_kind: 'none',
  label_name: '',
  label_allergens: '',
  label_expiry: '',
  label_storage: '',
  label_cautions: '',
  label_maker: '',
  label_origin: '',
  related: [],
  lasting_basis: '',
  lasting_questions: [],
  lump_sum_payment_flag: false,
  lump_sum_payment_num: null,
  lump_sum_rule: 'refunded',
  lump_sum_fee_rate: 0,
  sku_parent_item_name1: null,
  sku_parent_item_name2: null,
  pictures: [],
  skus: [],
}

export const ProductEdit = z.object({
  ...ProductInput.shape,
  id: z.int(),
  version: z.int(),
  skus: z.array(
    z.object({
      ...SkuInput.shape,
      id: z.int(),
      low_stock: z.int().meta({ title: '残りわずかの目安' }),
      revision: z.int(),
    }),
  ),
  pictures: z.array(
    z.object({
      path: z.string().meta({ title: '写真' }),
      alt: z.string().meta({ title: '写真の説明' }),
      url: z.string().meta({ title: 'URL' }),
    }),
  ),
  obstacles: z.array(z.string()),
  /** The sets that contain one of its SKUs. */
  in_sets: z.array(z.object({ product_id: z.int(), name: z.string() })).meta({ title: 'この商品を含むセット' }),
  /** URL of its page in the shop. The page works only while the product is visible. */
  shop_url: z.string(),
})
export type ProductEdit = z.infer<typeof ProductEdit>

const params = z.object({ id: idParam })
const Saved = z.object({ id: z.int(), version: z.int() })
/** The chosen rows, or all rows that match the filters. */
const chosen = z.union([
  z.object({ ids: z.array(idParam).min(1).max(100).meta({ title: '対象の番号' }) }),
  z.object({ filter: listSelection(productList) }),
])

export const productAdminEndpoints = {
  'GET /admin/v1/products': {
    summary: '商品一覧',
    permission: 'catalogue.read',
    query: listQuery(productList),
    may_be_old: true,
    response: listPage(ProductRow),
  },
  'GET /admin/v1/products/names': {
    summary: '商品と種類の名前(ほかの画面で選ぶため)',
    permission: 'catalogue.read',
    response: listOf(
      z.object({
        id: z.int(),
        product_name: z.string(),
        skus: z
          .array(
            z.object({
              id: z.int(),
              product_code: z.string(),
              name: z.string(),
              price: z.int(),
              stock: z.int(),
              is_set: z.boolean(),
            }),
          )
          .meta({ description: 'Its SKUs, also hidden ones, with their full names.' }),
      }),
    ),
  },
  'GET /admin/v1/products/{id}': {
    summary: '商品',
    permission: 'catalogue.read',
    params,
    response: ProductEdit,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/products/{id}/subscriptions': {
    summary: '商品を含む、続いている定期便の数',
    permission: 'catalogue.read',
    params,
    response: listOf(z.object({ product_sku_id: z.int(), subscriptions: z.int() })),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/products/subscriptions': {
    summary: '選んだ商品を含む、続いている定期便の数',
    permission: 'catalogue.read',
    trail: false,
    body: z.object({ chosen }),
    response: z.object({ subscriptions: z.int() }),
  },
  'POST /admin/v1/products': {
    summary: '商品を登録する',
    permission: 'catalogue.write',
    body: ProductInput,
    response: Saved,
    errors: ['ERROR_FORBIDDEN'],
  },
  'PUT /admin/v1/products/{id}': {
    summary: '商品を変更する',
    permission: 'catalogue.write',
    params,
    /** `version`: the version that the screen loaded. */
    body: z.object({ ...ProductInput.shape, version: z.int() }),
    response: Saved,
    errors: ['ERROR_NOT_FOUND', 'ERROR_FORBIDDEN', 'ERROR_CHANGED_MEANWHILE'],
  },
  'POST /admin/v1/products/export': {
    summary: '商品のCSVを出力する',
    permission: 'catalogue.read',
    body: exportBody(productList),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
  'POST /admin/v1/products/prices/export': {
    summary: '価格の履歴のCSVを出力する(二重価格表示の根拠)',
    permission: 'catalogue.read',
    body: exportBody(productList),
    file: 'text/csv',
    response: FileStream,
  },
  'POST /admin/v1/products/import/check': {
    summary: '商品のCSVを確かめる(取り込まない)',
    permission: 'catalogue.write',
    trail: false,
    ...csvImportCall,
  },
  'POST /admin/v1/products/import/run': {
    summary: '商品のCSVを取り込む',
    permission: 'catalogue.write',
    ...csvImportCall,
    rows: ProductInput,
  },
  'POST /admin/v1/products/visibility': {
    summary: '商品を公開する・非公開にする',
    permission: 'catalogue.write',
    body: z.object({ chosen, visible: z.boolean() }),
    /**
     * `ids`: the products that changed, for undo. `kept`: the number of products that can't be shown yet. `in_sets`: of those
     * that were hidden, the number that is still sold as a part of sets.
     */
    response: z.object({ ids: z.array(z.int()), kept: z.int(), in_sets: z.int() }),
    errors: ['ERROR_TOO_MANY'],
  },
  'POST /admin/v1/products/{id}/duplicate': {
    summary: '商品を複製する(非公開、在庫0で)',
    permission: 'catalogue.write',
    params,
    response: Saved,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/products/{id}/preview': {
    summary: '非公開の商品をショップで確かめるリンクを作る(15分間)',
    permission: 'catalogue.read',
    trail: false,
    params,
    response: z.object({ url: z.string() }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/products/{id}/move': {
    summary: '商品の並び順を動かす(1つ上か下へ、または別の商品の位置へ)',
    permission: 'catalogue.write',
    params,
    /** `onto`: takes the place of that product; the products between shift by one towards the old place. */
    body: z.union([z.object({ direction: z.enum(['up', 'down']) }), z.object({ onto: z.int() })]),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/categories': {
    summary: 'カテゴリ',
    permission: 'catalogue.read',
    response: listOf(z.object({ id: z.int(), category_name: z.string(), slug: z.string(), products: z.int() })),
  },
  'PUT /admin/v1/categories/{id}': {
    summary: 'カテゴリの名前を変える',
    permission: 'catalogue.write',
    params,
    body: z.object({ category_name: markCustomerFacing(needed(40).meta({ title: 'カテゴリ名' })), slug }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /admin/v1/categories/{id}': {
    summary: '商品のないカテゴリを削除する',
    permission: 'catalogue.write',
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_IN_USE'],
  },
  'POST /admin/v1/categories': {
    summary: 'カテゴリを追加する',
    permission: 'catalogue.write',
    body: z.object({ category_name: markCustomerFacing(needed(40)), slug }),
    response: z.object({ id: z.int() }),
  },
} as const satisfies AdminEndpoints
