import { WITHDRAWAL_BY } from '@kushi/values/account'
import { FIRST_PRICE_AUDIENCE } from '@kushi/values/person'
import { PHONE_DISPLAY } from '@kushi/values/phone'
import { PRICE_VISIBILITY } from '@kushi/values/price'
import { z } from 'zod'
import { RemoteIsland } from './delivery.ts'
import { type Endpoints, flag, idParam, listOf, postalCode, repeated, yen } from './endpoint.ts'

export const Shop = z.object({
  id: z.int(),
  shop_name: z.string(),
  corporate_flag: z.boolean(),
  ec_line_required_flag: z.boolean(),
  line_channel_flag: z.boolean(),
  delivery_free_amount: yen.nullable(),
  customer_rank_use_flag: z.boolean(),
  customer_rank_operation_start_date: z.string().nullable(),
  customer_rank_operation_end_date: z.string().nullable(),
  phone_number: z.string(),
  email: z.string(),
  company_name: z.string(),
  company_address: z.string(),
  registration_number: z.string(),
  terms_version: z.string(),
  phone_display: z.enum(PHONE_DISPLAY),
  password_min: z.int(),
  password_max: z.int(),
  withdrawal_by: z.enum(WITHDRAWAL_BY),
  /** 変更締切 of new subscriptions: days before a delivery. */
  arranged_before_days: z.int(),
  first_price_audience: z
    .enum(FIRST_PRICE_AUDIENCE)
    .meta({ description: '初回価格: `once` a person for each product, or `everybody` at each new subscription.' }),
  cancel_detail_flag: z.boolean(),
  price_visibility: z.enum(PRICE_VISIBILITY),
  primary_color: z.string().nullable(),
  subscription_color: z.string().nullable(),
  logo_path: z.string().nullable(),
})
export type Shop = z.infer<typeof Shop>

/** The flags with which a shop shows entries of the member menu (マイページメニュー). */
const MENU_FLAGS = [
  'menu_mypage_top_on',
  'menu_subscription_on',
  'menu_purchase_on',
  'menu_customer_on',
  'menu_shipping_on',
  'menu_payment_on',
] as const
const menuShape = Object.fromEntries(MENU_FLAGS.map((flag) => [flag, z.boolean()])) as Record<
  (typeof MENU_FLAGS)[number],
  z.ZodBoolean
>
export const MenuFlags = z.object(menuShape)
export type MenuFlags = z.infer<typeof MenuFlags>

export const masterDataNames = [
  'prefecture',
  'where_did_you_know',
  'sex',
  'inquiry_category',
  'delivery_pattern_week_number',
  'day_of_week',
  'day',
  'month_day',
  'month',
  'day_interval',
  'delivery_note',
  'cancel_reason',
] as const
export const MasterData = z.object({
  name: z.string(),
  id: z.int().nullable(),
  label: z.string(),
  sort_no: z.int(),
  details: z.array(z.string()),
})
export type MasterData = z.infer<typeof MasterData>

/** 支払方法 and, if it can't be used, the reason. */
export const PaymentMethod = z.object({
  /** 1 card, 2 Amazon Pay, 3 deferred, 4 NP, null cash on delivery. */
  payment_method_id: z.int().nullable(),
  payment_name: z.string(),
  description: z.string(),
  fee: yen,
  max_amount: yen,
  is_available: z.boolean(),
  reason: z.string().nullable(),
  /** 個人情報の第三者提供: the text that the customer must consent to; null: no data are passed on. */
  consent_text: z.string().nullable(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const ShopContent = z.object({ name: z.string(), title: z.string(), html: z.string() })
export type ShopContent = z.infer<typeof ShopContent>

export const settingEndpoints = {
  'GET /v1/setting/system/masterdata/target/detail/': {
    summary: 'マスターデータ',
    auth: 'none',
    query: z.object({ name: repeated(z.enum(masterDataNames)) }),
    response: listOf(MasterData),
  },
  'GET /v1/setting/system/masterdata/postal-code/{postal_code}/is-remote-island': {
    summary: '離島か',
    auth: 'none',
    params: z.object({ postal_code: postalCode }),
    response: RemoteIsland,
  },
  'GET /v1/setting/shop/payment/': {
    summary: '使える支払方法と、使えない理由',
    auth: 'optional',
    query: z.object({
      delivery_id: idParam.optional(),
      visible: flag.optional(),
      /** Amount of the order in yen, without the payment fee. */
      amount: z.coerce.number<number | string>().int().min(0).optional(),
      /** The same of each later delivery of a subscription. */
      following_amount: z.coerce.number<number | string>().int().min(0).optional(),
      is_subscription: flag.optional(),
      /** With 置き配 and similar wishes, cash on delivery is not available. */
      delivery_notes: z.string().max(200).optional(),
      /** The items include a 年払い. */
      is_lump_sum: flag.optional(),
    }),
    response: listOf(PaymentMethod),
  },
  'GET /v1/setting/shop/detail/mypage': { summary: 'マイページ用の店舗情報', auth: 'none', response: Shop },
  'GET /v1/setting/shop/detail/menu': { summary: 'メニューの表示設定', auth: 'none', response: MenuFlags },
  'GET /v1/setting/shop/detail/{shop_id}': {
    summary: '店舗情報',
    auth: 'none',
    params: z.object({ shop_id: idParam }),
    response: Shop,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/setting/shop/mail/validate-email': {
    summary: 'メールアドレスの確認(書式と打ち間違い)',
    auth: 'none',
    /** Any text is accepted: the call checks whether it is an address. */
    body: z.object({ email: z.string().max(1000) }),
    response: z.object({ is_valid: z.boolean(), suggestion: z.string().nullable() }),
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/setting/shop/content/{name}': {
    summary: '店舗が書いた HTML(消毒済み)',
    auth: 'none',
    params: z.object({ name: z.string().regex(/^[a-z][a-z_-]{0,40}$/) }),
    query: z.object({ layout_code: z.coerce.number<number | string>().int().min(0).max(99).optional() }),
    response: ShopContent,
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies Endpoints
