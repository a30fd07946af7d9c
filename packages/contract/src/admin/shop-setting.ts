import { WITHDRAWAL_CHANNEL_NAME } from '@kushi/values/account'
import { addDays } from '@kushi/values/calendar-date'
import { CARRIERS } from '@kushi/values/carrier'
import { isColor, lowestContrastOnShopBackground, MIN_CONTRAST } from '@kushi/values/contrast'
import * as rule from '@kushi/values/field-rule'
import { REPLY_DAYS_RANGE } from '@kushi/values/inquiry-status'
import { CHANGE_DEADLINE_DAYS_RANGE, MAX_YEN } from '@kushi/values/limits'
import { LINE_LOGIN_TIMING, LINE_REQUIREMENT } from '@kushi/values/line'
import { fieldRuleMessage } from '@kushi/values/message'
import { PASSWORD_MAX_RANGE, PASSWORD_MIN_RANGE } from '@kushi/values/password'
import { FIRST_PRICE_AUDIENCE_NAME, RISK_CHECK_MODE_NAME } from '@kushi/values/person'
import { PHONE_DISPLAY } from '@kushi/values/phone'
import { PRICE_VISIBILITY } from '@kushi/values/price'
import { RETURN_FEE_PAYER_NAME } from '@kushi/values/promise'
import { z } from 'zod'
import { yen } from '../endpoint.ts'
import { field, optionalLineField, optionalTitleField, titleField } from '../form/field.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import { MenuFlags } from '../setting.ts'
import { WrappingOfferShape } from '../wrapping.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { fieldIssue, versionField, wholeNumberField } from './setting-field.ts'

const day = z.iso
  .date({ error: '日付を選び直してください。' })
  .refine((date) => date >= '0001-01-01', { error: '日付を選び直してください。' })
  .nullable()

/** 店舗の設定. */
export const ShopSetting = z.object({
  shop_name: z.string().meta({ title: '店舗名' }),
  company_name: z.string().meta({ title: '会社名' }),
  company_address: z.string().meta({ title: '所在地' }),
  phone_number: z.string(),
  email: z.string().meta({ title: 'メールアドレス' }),
  registration_number: z.string().meta({ title: '登録番号' }),
  responsible_name: z.string().meta({ title: '運営統括責任者' }),
  phone_hours: z.string().meta({ title: '電話の受付時間' }),
  /** null: goods are not taken back for the customer's convenience. */
  return_days: z.int().nullable().meta({ title: '返品を受け付ける日数' }),
  return_condition: z.string().meta({ title: '返品の条件' }),
  return_fee_by: oneOf(RETURN_FEE_PAYER_NAME).meta({ title: '返品の送料' }),
  defect_days: z.int().meta({ title: '不良品の連絡の日数' }),
  terms_version: z.string().meta({ title: '規約の版' }),
  primary_color: z.string().nullable().meta({ title: '主なボタンと値引きの色' }),
  subscription_color: z.string().nullable().meta({ title: '定期便の色' }),
  logo_path: z.string().nullable().meta({ title: 'ロゴ' }),
  /** URL of a small version for preview. */
  logo_url: z.string().nullable(),
  delivery_free_amount: yen.nullable(),
  delivery_free_after_promotions: z.boolean().meta({
    title: '送料無料を特典の割引後で判定',
    description: 'Delivery is free by what the goods cost after promotions.',
  }),
  delivery_free_includes_cool: z.boolean().meta({
    title: '送料無料のときはクール代も無料',
    description: 'Where delivery is free, クール代 is too.',
  }),
  most_promotion_rate: z.int().meta({
    title: '特典の割引の上限(%)',
    description: 'Percent that promotions together take off an item at most.',
  }),
  wrapping_offer: WrappingOfferShape.meta({ title: 'ギフト包装・のし・カード' }),
  phone_display: oneOf(PHONE_DISPLAY).meta({ title: '電話番号の表示' }),
  password_min: z.int().meta({ title: 'パスワードの最小文字数' }),
  password_max: z.int().meta({ title: 'パスワードの最大文字数' }),
  /** 定休日: 0 Sunday to 6 Saturday. */
  weekly_closed_days: z.array(z.int()).meta({ title: '定休日' }),
  device_check_flag: z.boolean().meta({
    title: 'はじめての端末の確認',
    description: 'A member confirms a new browser by a code before what is stored for them is used or changed there.',
  }),
  withdrawal_by: oneOf(WITHDRAWAL_CHANNEL_NAME).meta({ title: '退会の受付' }),
  arranged_before_days: z.int().meta({ title: 'お届けの何日前に手配するか' }),
  cancel_detail_flag: z.boolean().meta({ title: '解約に詳細も必要' }),
  click_id_flag: z.boolean().meta({ title: '広告のクリックIDを残す' }),
  reply_days_min: z.int().meta({ title: 'お返事の目安(早くて)' }),
  reply_days_max: z.int().meta({ title: 'お返事の目安(遅くて)' }),
  first_price_audience: oneOf(FIRST_PRICE_AUDIENCE_NAME).meta({
    title: '初回価格の対象',
    description: '初回価格: `once` a person for each product, or `everybody` at each new subscription.',
  }),
  risk_check: oneOf(RISK_CHECK_MODE_NAME).meta({
    title: '不正注文の審査',
    description:
      '`off`: no outside service is asked. Without its answer orders are taken: `take`, or `hold` before shipping.',
  }),
  price_visibility: oneOf(PRICE_VISIBILITY).meta({ title: '価格の公開' }),
  corporate_flag: z.boolean().meta({ title: '卸のショップ' }),
  customer_rank_use_flag: z.boolean().meta({ title: '会員ランクを使う' }),
  customer_rank_operation_start_date: z.string().nullable().meta({ title: '会員ランクの開始日' }),
  customer_rank_operation_end_date: z.string().nullable().meta({ title: '会員ランクの終了日' }),
  ...MenuFlags.shape,
  /** Members with a running contract see 定期便 in their menu, whatever the flag says. */
  running_subscriptions: z.int(),
  version: versionField,
})
export type ShopSetting = z.infer<typeof ShopSetting>

/** A colour with enough contrast wherever the shop uses it; null: the theme's own. */
const color = z
  .string()
  .trim()
  .toLowerCase()
  .refine(isColor, { error: '「#」と0〜9・a〜fの6文字で入力してください。例: #a4303f', abort: true })
  .refine((one) => lowestContrastOnShopBackground(one) >= MIN_CONTRAST, {
    error: '背景との明暗の差が足りず、読みにくい方がいます。もっと濃い色にしてください。',
  })
  .nullable()

const line = (label: string, max: number) => titleField(rule.required(label), rule.maxLength(label, max))

const wrappingFee = wholeNumberField('料金', 0, 99_999)
const wrappingName = markCustomerFacing(line('名前', 20))
const areUnlike = (all: readonly string[]) => new Set(all).size === all.length
const WrappingOfferForm = z
  .object({
    wraps: z
      .array(z.object({ wrapping_name: wrappingName, wrapping_fee: wrappingFee }))
      .max(10, { error: '10種類までです。' }),
    noshi: z
      .array(
        z.object({
          wrapping_name: wrappingName,
          wrapping_fee: wrappingFee,
          noshi_words: markCustomerFacing(
            z
              .array(z.string().trim().min(1).max(12, { error: '表書きは、それぞれ12文字までです。' }))
              .min(1, { error: '表書きを、ひとつ以上入力してください。' })
              .max(20, { error: '表書きは20までです。' })
              .refine(areUnlike, { error: '同じ表書きがあります。' }),
          ),
          has_name: z.boolean(),
        }),
      )
      .max(5, { error: '5種類までです。' }),
    card_fee: wrappingFee.nullable(),
  })
  .check(({ value, issues }) => {
    for (const part of ['wraps', 'noshi'] as const)
      if (!areUnlike(value[part].map(({ wrapping_name }) => wrapping_name)))
        issues.push(fieldIssue([part], '同じ名前があります。', value))
  })

/** The settings of a shop as they are saved. Settings of later versions can be left out, and then keep their value. */
export const ShopSettingForm = z
  .object({
    shop_name: markCustomerFacing(line('店舗名', 40)),
    company_name: line('会社名', 60),
    company_address: line('所在地', 120),
    phone_number: field(rule.required('電話番号'), rule.printedPhone('電話番号')),
    email: field(rule.required('メールアドレス'), rule.email('メールアドレス')),
    /** Empty: the seller has no number (免税事業者). */
    registration_number: field(rule.registrationNumber('登録番号')),
    responsible_name: optionalLineField(rule.maxLength('運営統括責任者', 60)),
    phone_hours: field(rule.maxLength('電話の受付時間', 80)),
    return_days: wholeNumberField('返品を受け付ける日数', 1, 365).nullable(),
    return_condition: markCustomerFacing(optionalTitleField(rule.maxLength('返品の条件', 60))),
    return_fee_by: oneOf(RETURN_FEE_PAYER_NAME),
    defect_days: wholeNumberField('不良品の連絡の日数', 1, 365),
    terms_version: line('規約の版', 40),
    primary_color: color,
    subscription_color: color,
    logo_path: z.string().max(200).nullable(),
    /** null: delivery is never free. */
    delivery_free_amount: wholeNumberField('送料無料になる金額', 0, MAX_YEN).nullable(),
    delivery_free_after_promotions: z.boolean().optional(),
    delivery_free_includes_cool: z.boolean().optional(),
    most_promotion_rate: wholeNumberField('特典の割引の上限', 1, 100).optional(),
    wrapping_offer: WrappingOfferForm.optional(),
    phone_display: oneOf(PHONE_DISPLAY),
    /** Lengths for new passwords. Existing passwords stay valid. */
    password_min: wholeNumberField('パスワードの最小文字数', PASSWORD_MIN_RANGE.from, PASSWORD_MIN_RANGE.to),
    password_max: wholeNumberField('パスワードの最大文字数', PASSWORD_MAX_RANGE.from, PASSWORD_MAX_RANGE.to),
    weekly_closed_days: z
      .array(z.int().min(0).max(6))
      .max(6, { error: '出荷する曜日を、ひとつ以上残してください。' })
      .refine((days) => new Set(days).size === days.length, { error: '同じ曜日があります。' })
      .optional(),
    device_check_flag: z.boolean().optional(),
    withdrawal_by: oneOf(WITHDRAWAL_CHANNEL_NAME),
    /** 変更締切 of new subscriptions. Existing ones keep theirs. */
    cancel_detail_flag: z.boolean(),
    click_id_flag: z.boolean().optional(),
    reply_days_min: wholeNumberField('お返事の目安', REPLY_DAYS_RANGE.from, REPLY_DAYS_RANGE.to).optional(),
    reply_days_max: wholeNumberField('お返事の目安', REPLY_DAYS_RANGE.from, REPLY_DAYS_RANGE.to).optional(),
    arranged_before_days: wholeNumberField(
      '変更の締切',
      CHANGE_DEADLINE_DAYS_RANGE.from,
      CHANGE_DEADLINE_DAYS_RANGE.to,
    ),
    first_price_audience: oneOf(FIRST_PRICE_AUDIENCE_NAME)
      .optional()
      .meta({ description: '初回価格: `once` a person for each product, or `everybody` at each new subscription.' }),
    risk_check: oneOf(RISK_CHECK_MODE_NAME).optional(),
    price_visibility: oneOf(PRICE_VISIBILITY),
    corporate_flag: z.boolean(),
    /** The shop's name, typed to confirm a change of `corporate_flag`, because it changes the whole shop. */
    corporate_words: z.string().max(60),
    customer_rank_use_flag: z.boolean(),
    customer_rank_operation_start_date: day,
    customer_rank_operation_end_date: day,
    ...MenuFlags.shape,
    version: versionField,
  })
  .check(({ value, issues }) => {
    const { customer_rank_operation_start_date: start, customer_rank_operation_end_date: end } = value
    const beside = (path: string, text: string) => issues.push(fieldIssue([path], text, value))
    if (value.customer_rank_use_flag && start === null)
      beside('customer_rank_operation_start_date', '会員ランクを表示するには、開始日を入力してください。')
    const { reply_days_min: min, reply_days_max: max } = value
    if ((min === undefined) !== (max === undefined))
      beside('reply_days_max', 'お返事の目安は、早い日数と遅い日数の両方を入力してください。')
    if (min !== undefined && max !== undefined && min > max)
      beside('reply_days_max', 'お返事の目安は、早い日数より後の日数を入力してください。')
    const late = start !== null && rule.onOrAfter('終了日', addDays(start, 1))(end ?? '')
    if (late) beside('customer_rank_operation_end_date', late.message)
  })

/** LINE連携の段階. */
export const LineSetting = z.object({
  level: oneOf(LINE_REQUIREMENT).meta({ title: 'LINE連携の段階' }),
  line_login_timing: oneOf(LINE_LOGIN_TIMING).meta({ title: 'LINEログインの時期' }),
  version: versionField,
})

/** カード入力の停止. */
export const CardLockSetting = z.object({
  card_decline_max: wholeNumberField('失敗の回数', 1, 100).meta({ title: 'カードの失敗の回数' }),
  card_decline_minutes: wholeNumberField('数える時間', 1, 1440).meta({ title: '失敗を数える時間' }),
  card_lock_minutes: wholeNumberField('停止する時間', 1, 1440).meta({ title: 'カードを止める時間' }),
  version: versionField,
})

/** ポイントの設定. */
export const PointSetting = z.object({
  point_flag: z.boolean().meta({ title: 'ポイントを使う' }),
  point_rate: wholeNumberField('付与の割合', 0, 20).meta({ title: 'ポイントの割合(%)' }),
  point_days: wholeNumberField('付与までの日数', 0, 90)
    .nullable()
    .meta({ title: 'ポイントの付与までの日数', description: 'null: when goods can’t be returned any more.' }),
  point_months: wholeNumberField('有効期間', 1, 60).meta({ title: 'ポイントの有効期間(月)' }),
  point_least: wholeNumberField('使えるポイントの下限', 1, 10_000).meta({ title: '使えるポイントの下限' }),
  point_most_rate: wholeNumberField('使えるポイントの上限', 1, 100).meta({ title: '使えるポイントの上限(%)' }),
  referral_promotion_id: z.int().positive().nullable().meta({
    title: 'お友だち紹介の特典',
    description: 'What an introduced friend gets; null: there is no お友だち紹介.',
  }),
  referral_points: wholeNumberField('紹介した方へのポイント', 1, 100_000).meta({ title: '紹介した方へのポイント' }),
  referral_most: wholeNumberField('1年の上限', 1, 1000).meta({ title: '紹介の1年の上限(人)' }),
  version: versionField,
})

export const PointSettingForm = PointSetting.extend({
  /** The shop's name, typed to confirm that points are not used any more while members have some. */
  point_words: z.string().max(60).optional().meta({ title: '確認のための店舗名' }),
})

const isGroup = (words: readonly string[]) =>
  words.length >= 2 && words.length <= 20 && words.every((word) => word !== '' && word.length <= 40)
/**
 * 検索の言い換え: groups of synonyms. All are typed in one field, so an error in one group is reported for the whole field.
 */
export const SearchSetting = z.object({
  search_synonyms: markCustomerFacing(
    z
      .array(z.array(z.string().trim()))
      .max(200, { error: '200行までにしてください。' })
      .refine((groups) => groups.every(isGroup), {
        error: '同じ意味の言葉を、1行に2つから20まで、それぞれ40文字以内で入力してください。',
      })
      .meta({ title: '検索の言い換え' }),
  ),
  version: versionField,
})

const days = wholeNumberField('日数', 1, 60)
/** 配送会社: days after the handover from which a parcel counts as received. */
export const CarrierSetting = z.object({
  ...(Object.fromEntries(CARRIERS.map((one) => [one, days])) as Record<(typeof CARRIERS)[number], typeof days>),
  version: versionField,
})

const MAX_HOURS = 720
const isHour = (hour: number) => Number.isInteger(hour) && hour >= 1 && hour <= MAX_HOURS
/** All are typed in one field, so an error in one of them is reported for the whole field. */
const hours = z
  .array(z.number().catch(0))
  .max(5, { error: '5回までにしてください。' })
  .refine((all) => all.every(isHour), { error: fieldRuleMessage('cmn-err-008', '時間', 1, MAX_HOURS), abort: true })
const flags = {
  cart_abandoned_flag: z.boolean().meta({ title: 'お知らせメールを送る' }),
  lp_flag: z.boolean().meta({ title: '広告ページのカート' }),
  customer_target_flag: z.boolean().meta({ title: '会員に送る' }),
  guest_target_flag: z.boolean().meta({ title: 'ゲストに送る' }),
  individual_setting_flag: z.boolean().meta({ title: '会員とゲストを別に決める' }),
}
/** カゴ落ちのお知らせ. Hours after the last change of the cart. */
export const ReminderSetting = z
  .object({
    ...flags,
    step_hours: hours.meta({ title: '送る時間' }),
    customer_step_hours: hours.meta({ title: '会員に送る時間' }),
    guest_step_hours: hours.meta({ title: 'ゲストに送る時間' }),
    version: versionField,
  })
  .check(({ value, issues }) => {
    for (const name of ['step_hours', 'customer_step_hours', 'guest_step_hours'] as const) {
      const isUsed = value.cart_abandoned_flag && value.individual_setting_flag === (name !== 'step_hours')
      if (isUsed && value[name].length === 0)
        issues.push(fieldIssue([name], 'お知らせする時間を、ひとつ以上入力してください。', value))
      if (value[name].some((hour, n) => n > 0 && hour <= value[name][n - 1]!))
        issues.push(fieldIssue([name], '時間は、短い順に入力してください。', value))
    }
  })
export type ReminderSetting = z.infer<typeof ReminderSetting>

const read = { permission: 'setting.read' } as const
const write = { permission: 'setting.write', errors: ['ERROR_CHANGED_MEANWHILE'] } as const

export const shopSettingAdminEndpoints = {
  'GET /admin/v1/setting/shop': { summary: '店舗の設定', ...read, response: ShopSetting },
  'PUT /admin/v1/setting/shop': {
    summary: '店舗の設定を変える',
    ...write,
    body: ShopSettingForm,
    response: ShopSetting,
  },
  'GET /admin/v1/setting/line': { summary: 'LINE連携の設定', ...read, response: LineSetting },
  'PUT /admin/v1/setting/line': {
    summary: 'LINE連携の設定を変える',
    ...write,
    body: LineSetting,
    response: LineSetting,
  },
  'GET /admin/v1/setting/card-lock': { summary: 'カード入力の停止の設定', ...read, response: CardLockSetting },
  'PUT /admin/v1/setting/card-lock': {
    summary: 'カード入力の停止の設定を変える',
    ...write,
    body: CardLockSetting,
    response: CardLockSetting,
  },
  'GET /admin/v1/setting/points': {
    summary: 'ポイントの設定',
    ...read,
    response: PointSetting.extend({
      return_days: ShopSetting.shape.return_days,
      defect_days: ShopSetting.shape.defect_days,
      referral_promotions: z
        .array(z.object({ id: z.int(), promotion_name: z.string() }))
        .meta({ title: 'お友だち紹介に選べる特典', description: 'Those that run, by a link, for new persons.' }),
    }),
  },
  'PUT /admin/v1/setting/points': {
    summary: 'ポイントの設定を変える',
    ...write,
    body: PointSettingForm,
    response: PointSetting,
  },
  'GET /admin/v1/setting/search': { summary: '検索の言い換え', ...read, response: SearchSetting },
  'PUT /admin/v1/setting/search': {
    summary: '検索の言い換えを変える',
    ...write,
    body: SearchSetting,
    response: SearchSetting,
  },
  'GET /admin/v1/setting/carriers': { summary: '配送会社の設定', ...read, response: CarrierSetting },
  'PUT /admin/v1/setting/carriers': {
    summary: '配送会社の設定を変える',
    ...write,
    body: CarrierSetting,
    response: CarrierSetting,
  },
  'GET /admin/v1/setting/reminder': { summary: 'カゴ落ちのお知らせの設定', ...read, response: ReminderSetting },
  'GET /admin/v1/setting/reminder/results': {
    summary: 'カゴ落ちのお知らせの結果(この30日)',
    ...read,
    /** Carts: reminded, of these opened by the link, of these ordered. */
    response: z.object({ reminded: z.int(), opened: z.int(), ordered: z.int() }),
  },
  'PUT /admin/v1/setting/reminder': {
    summary: 'カゴ落ちのお知らせの設定を変える',
    ...write,
    body: ReminderSetting,
    response: ReminderSetting,
  },
} as const satisfies AdminEndpoints
