import { WITHDRAWAL_CHANNEL_NAME } from '@kushi/values/account'
import { CANCEL_OFFER_NAME } from '@kushi/values/cancel-offer'
import { PAYMENT_METHODS } from '@kushi/values/payment-method'
import { FIRST_PRICE_AUDIENCE_NAME } from '@kushi/values/person'
import { PHONE_DISPLAY } from '@kushi/values/phone'
import { PRICE_VISIBILITY } from '@kushi/values/price'
import { RETURN_FEE_PAYER_NAME } from '@kushi/values/promise'
import { z } from 'zod'
import { RemoteIsland } from './delivery.ts'
import { booleanParam, type Endpoints, idParam, isoDate, listOf, postalCode, repeatedParam, yen } from './endpoint.ts'
import { oneOf } from './one-of.ts'
import { WrappingOfferShape } from './wrapping.ts'

export const Shop = z.object({
  id: z.int(),
  shop_name: z.string().meta({ description: '店名.' }),
  corporate_flag: z.boolean().meta({ description: 'Wholesale shop.' }),
  ec_line_required_flag: z.boolean().meta({ description: 'One must be a friend on LINE before a purchase.' }),
  line_channel_flag: z.boolean().meta({ description: 'The shop has a LINE account.' }),
  delivery_free_amount: yen.nullable(),
  delivery_free_after_promotions: z
    .boolean()
    .meta({ description: 'Delivery is free by what the goods cost after promotions.' }),
  delivery_free_includes_cool: z.boolean().meta({ description: 'Where delivery is free, クール代 is too.' }),
  wrapping_offer: WrappingOfferShape.meta({
    description: 'ギフト包装・のし・メッセージカード that can be chosen with a single purchase.',
  }),
  customer_rank_use_flag: z.boolean().meta({ description: 'The shop shows 会員ランク.' }),
  customer_rank_operation_start_date: z
    .string()
    .nullable()
    .meta({ description: 'Ranks count from this day on; null: never.' }),
  customer_rank_operation_end_date: z
    .string()
    .nullable()
    .meta({ description: 'Ranks count until the day before; null: without end.' }),
  click_id_flag: z.boolean().meta({ description: 'The shop keeps ad media’s numbers of a click.' }),
  order_offer_flag: z
    .boolean()
    .meta({ description: 'The shop has 注文のときのご案内, so that an order form asks `GET /v1/order/offers`.' }),
  point_flag: z.boolean().meta({ description: 'Members get and use points (ポイント).' }),
  referral_promotion_id: z.int().nullable().meta({
    title: 'お友だち紹介の特典',
    description: 'What an introduced friend gets; null: there is no お友だち紹介.',
  }),
  return_days: z.int().nullable().meta({
    description: 'Days after the delivery in which goods are taken back for convenience; null: they are not.',
  }),
  return_fee_by: oneOf(RETURN_FEE_PAYER_NAME).meta({ description: 'Who pays for sending those goods back.' }),
  phone_number: z.string(),
  email: z.string(),
  company_name: z.string(),
  company_address: z.string().meta({ description: 'Address of the seller, ready to show.' }),
  registration_number: z
    .string()
    .meta({ description: '登録番号 of the seller (T and 13 digits); empty: there is none (免税事業者).' }),
  terms_version: z.string(),
  phone_display: oneOf(PHONE_DISPLAY).meta({
    description:
      'How phone numbers are shown: `4-3-rest`, `usual` (mobiles 3-4-4, 0120 and 0570 4-3-3, 03 and 06 2-4-4, others without hyphens), `digits`.',
  }),
  password_min: z.int().meta({ description: 'Fewest characters of a new password, 7 unless the shop asks for more.' }),
  password_max: z.int().meta({ description: 'Most characters of a new password, 15 unless the shop allows more.' }),
  withdrawal_by: oneOf(WITHDRAWAL_CHANNEL_NAME).meta({
    description: '退会: `phone`, or `mypage` (in the member’s own pages too).',
  }),
  /** 変更締切 of new subscriptions: days before a delivery. */
  arranged_before_days: z.int(),
  first_price_audience: oneOf(FIRST_PRICE_AUDIENCE_NAME).meta({
    description: '初回価格: `once` a person for each product, or `everybody` at each new subscription.',
  }),
  reply_days_min: z.int().meta({ description: 'お返事の目安: the fewest business days until an answer.' }),
  reply_days_max: z.int().meta({ description: 'お返事の目安: the most business days until an answer.' }),
  cancel_detail_flag: z.boolean().meta({ description: 'Whether a cancellation needs its detail beside the reason.' }),
  price_visibility: oneOf(PRICE_VISIBILITY).meta({
    description:
      'Of a wholesale shop: prices for `everybody`, or for accounts that it `approved` (for others they are null).',
  }),
  primary_color: z
    .string()
    .nullable()
    .meta({ description: 'Colour of the one primary action, `#a4303f`; null: the theme’s.' }),
  subscription_color: z
    .string()
    .nullable()
    .meta({ description: 'Colour of what concerns 定期便, `#2f5d50`; null: the theme’s.' }),
  logo_path: z
    .string()
    .nullable()
    .meta({ description: 'Picture in the header instead of mark and name, 4:1; null: none.' }),
})
export type Shop = z.infer<typeof Shop>

/** The flags with which a shop shows entries of the member menu (マイページメニュー). */
const menuFlag = (entry: string) =>
  z.boolean().meta({ title: `メニュー(${entry})`, description: `Menu shows ${entry}.` })
export const MenuFlags = z.object({
  menu_mypage_top_on: menuFlag('マイページ'),
  menu_subscription_on: menuFlag('定期便'),
  menu_purchase_on: menuFlag('購入履歴'),
  menu_customer_on: menuFlag('会員情報'),
  menu_shipping_on: menuFlag('お届け先'),
  menu_payment_on: menuFlag('お支払い方法'),
})
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
  'pause_reason',
  'skip_reason',
] as const
export const MasterData = z.object({
  name: z.string(),
  id: z.int().nullable(),
  label: z.string(),
  sort_no: z.int().meta({ description: 'Place in the list.' }),
  details: z
    .array(z.string())
    .meta({ description: 'Ready-made details of a cancel reason, one of which a press fills in; else empty.' }),
  offers: z
    .array(oneOf(CANCEL_OFFER_NAME))
    .meta({ description: 'What the shop offers beside a cancel reason, most fitting first; else empty.' }),
})
export type MasterData = z.infer<typeof MasterData>

/** 支払方法 and, if it can't be used, the reason. */
export const PaymentMethod = z.object({
  payment_method_id: z
    .int()
    .nullable()
    .meta({
      description: `お支払い方法: ${PAYMENT_METHODS.map(({ id, name }) => `${id} ${name}`).join(', ')} (in a query the word \`null\`).`,
    }),
  payment_name: z.string(),
  description: z.string(),
  fee: yen.meta({ description: '手数料 for the amount asked, yen.' }),
  max_amount: yen.meta({ description: 'Most that may be paid this way, yen.' }),
  is_available: z.boolean().meta({ description: 'Whether it can be used here.' }),
  reason: z.string().nullable().meta({
    description: 'Why, ready to show; null: no reason. In a cancellation: id of the master data `cancel_reason`.',
  }),
  /** 個人情報の第三者提供: the text that the customer must consent to; null: no data are passed on. */
  consent_text: z.string().nullable(),
  pay_until: isoDate
    .nullable()
    .meta({ description: '前払い: the last day on which an order of today is paid; null: paid in another way.' }),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const ShopContent = z.object({
  name: z.string(),
  title: z.string(),
  html: z.string().meta({ description: 'Sanitised HTML.' }),
})
export type ShopContent = z.infer<typeof ShopContent>

export const settingEndpoints = {
  'GET /v1/setting/system/masterdata/target/detail/': {
    summary: 'マスターデータ',
    auth: 'none',
    while_closed: true,
    query: z.object({ name: repeatedParam(z.enum(masterDataNames)) }),
    response: listOf(MasterData),
  },
  'GET /v1/setting/system/masterdata/postal-code/{postal_code}/is-remote-island': {
    summary: '離島か',
    auth: 'none',
    while_closed: true,
    params: z.object({ postal_code: postalCode }),
    response: RemoteIsland,
  },
  'GET /v1/setting/shop/payment/': {
    summary: '使える支払方法と、使えない理由',
    auth: 'optional',
    while_closed: true,
    query: z.object({
      delivery_id: idParam.optional(),
      visible: booleanParam.optional(),
      /** Amount of the order in yen, without the payment fee. */
      amount: z.coerce.number<number | string>().int().min(0).optional(),
      following_amount: z.coerce
        .number<number | string>()
        .int()
        .min(0)
        .optional()
        .meta({ description: 'The same of each later delivery of a subscription, yen.' }),
      is_subscription: booleanParam.optional(),
      is_first_delivery: booleanParam.optional().meta({
        description: 'The order that begins the subscription: what pays its first delivery only is a way too.',
      }),
      /** With 置き配 and similar wishes, cash on delivery is not available. */
      delivery_notes: z.string().max(200).optional(),
      is_lump_sum: booleanParam.optional().meta({ description: '年払い is among what is bought.' }),
      delivery_date: isoDate.optional().meta({ description: 'お届け希望日; left out: none is chosen.' }),
    }),
    response: listOf(PaymentMethod),
  },
  'GET /v1/setting/shop/detail/mypage': {
    summary: 'マイページ用の店舗情報',
    auth: 'none',
    while_closed: true,
    response: Shop,
  },
  'GET /v1/setting/shop/detail/menu': {
    summary: 'メニューの表示設定',
    auth: 'none',
    while_closed: true,
    response: MenuFlags,
  },
  'GET /v1/setting/shop/detail/{shop_id}': {
    summary: '店舗情報',
    auth: 'none',
    while_closed: true,
    params: z.object({ shop_id: idParam.meta({ description: 'Id of the shop.' }) }),
    response: Shop,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/setting/shop/mail/validate-email': {
    summary: 'メールアドレスの確認(書式と打ち間違い)',
    auth: 'none',
    while_closed: true,
    /** Any text is accepted: the call checks whether it is an address. */
    body: z.object({ email: z.string().max(1000) }),
    response: z.object({
      is_valid: z.boolean(),
      suggestion: z.string().nullable().meta({
        description: 'The address that was probably meant (`gmial.com` → `gmail.com`); null: nothing to suggest.',
      }),
    }),
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/setting/shop/content/{name}': {
    summary: '店舗が書いた HTML(消毒済み)',
    auth: 'none',
    while_closed: true,
    params: z.object({ name: z.string().regex(/^[a-z][a-z_-]{0,40}$/) }),
    query: z.object({
      layout_code: z.coerce.number<number | string>().int().min(0).max(99).optional().meta({
        description:
          'Variant of the content: 12, 8, 1 desktop, 14, 10, 6 mobile, by LINE requirement none, optional, required.',
      }),
    }),
    response: ShopContent,
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies Endpoints
