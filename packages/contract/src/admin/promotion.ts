import * as rule from '@kushi/values/field-rule'
import { MAX_YEN } from '@kushi/values/limits'
import {
  isValidCouponCode,
  normalizeCouponCode,
  PROMOTION_AUDIENCE_NAME,
  PROMOTION_SCOPE_NAME,
  PROMOTION_STATUS_NAME,
  PROMOTION_TRIGGER_NAME,
} from '@kushi/values/promotion'
import type { EffectNumberField, EffectSkuField } from '@kushi/values/promotion/kind'
import { PROMOTION_KINDS, type PromotionEffect } from '@kushi/values/promotion/kinds'
import { z } from 'zod'
import { idParam, listOf, yen } from '../endpoint.ts'
import { titleField } from '../form/field.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import { csvEncoding, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { fieldIssue, wholeNumberField } from './setting-field.ts'

export const PROMOTION_EFFECT_NAME = Object.fromEntries(PROMOTION_KINDS.map(({ kind, name }) => [kind, name]))

const effectField = (field: EffectNumberField | EffectSkuField) => {
  const { title, description } = field
  const value =
    'is_sku' in field
      ? z.int(`${field.label}の商品を選んでください。`).positive()
      : wholeNumberField(field.label, field.min, field.max)
  return value.meta({ ...(title && { title }), ...(description && { description }) })
}
const effectSchema = ({ kind, fields }: (typeof PROMOTION_KINDS)[number]) =>
  z.object({
    kind: z.literal(kind),
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, effectField(field)])),
  })
const [firstKind, ...moreKinds] = PROMOTION_KINDS
const effectUnion = z.discriminatedUnion('kind', [
  effectSchema(firstKind),
  ...moreKinds.map(effectSchema),
]) as z.ZodType<PromotionEffect, PromotionEffect>

const moment = z.iso
  .datetime({ offset: true, error: '日時を選び直してください。' })
  .refine((at) => at >= '2000' && at < '9999', '日時を選び直してください。')

const plan = {
  promotion_name: markCustomerFacing(titleField(rule.required('名前'), rule.maxLength('名前', 40))),
  trigger: oneOf(PROMOTION_TRIGGER_NAME).meta({ title: '適用のしかた' }),
  member_scope: oneOf(PROMOTION_SCOPE_NAME).default('anybody').meta({ title: '対象の会員' }),
  audience: oneOf(PROMOTION_AUDIENCE_NAME).meta({ title: '使える回数' }),
  /** For the audience `again`: the months between two uses. */
  again_after_months: wholeNumberField('間をあける月数', 1, 36)
    .nullable()
    .default(null)
    .meta({ title: '間をあける月数' }),
  starts_at: moment,
  /** null: until it is stopped. */
  ends_at: moment.nullable(),
  effect: effectUnion.meta({ title: '内容', values: PROMOTION_EFFECT_NAME }),
  /** Empty: all goods. */
  product_ids: z.array(z.int().positive()).max(200, { error: '商品は200点までです。' }),
  /** 0 single purchases, 1 subscriptions; null: both. */
  cart_type: z.literal([0, 1]).nullable().meta({ title: '買いかた' }),
  min_amount: wholeNumberField('お買い上げの下限', 0, MAX_YEN).meta({ title: '下限の金額' }),
  from_cycle: wholeNumberField('何回目から', 1, 99).meta({ title: '何回目から' }),
  /** null: for as long as the subscription lasts. */
  to_cycle: wholeNumberField('何回目まで', 1, 99).nullable().meta({ title: '何回目まで' }),
  /** Of one group only the customer's best counts; null: beside all others. */
  stack_group: z
    .string()
    .trim()
    .min(1, '併用グループの名前を入力してください。')
    .max(20, '併用グループは20文字までです。')
    .nullable()
    .meta({ title: '併用グループ' }),
  max_uses: wholeNumberField('先着', 1, 9_999_999).nullable(),
  budget_yen: wholeNumberField('割引の合計の上限', 1, 999_999_999).nullable().meta({ title: '割引の合計の上限' }),
}

/** Words that say that something ends soon (景品表示法: a standing 「今だけ」 misleads). */
const soonOver =
  /今だけ|いまだけ|今なら|いまなら|期間限定|(?:本日|きょう|今日|今夜|今週|今週末|週末|今月|今季|今年)(?:限り|かぎり|限定|のみ|だけ|まで)|[0-9]+\s*(?:時間|日間|日)(?:限り|限定|のみ|だけ)|キャンペーン中|タイムセール/

const isPlan = ({ value, issues }: z.core.ParsePayload<z.output<z.ZodObject<typeof plan>>>) => {
  const { ends_at, starts_at, to_cycle, from_cycle, promotion_name, cart_type } = value
  const { member_scope, audience, again_after_months } = value
  if (value.trigger === 'cancel_offer') {
    if (audience !== 'once' && audience !== 'again')
      issues.push(
        fieldIssue(
          ['audience'],
          '解約のときにご案内する特典は、「おひとり様1回まで」か「間をあければもう1回」にしてください。',
          value,
        ),
      )
    if (cart_type !== 1)
      issues.push(fieldIssue(['cart_type'], '解約のときにご案内する特典は、定期便だけのものにしてください。', value))
    if (from_cycle !== 1)
      issues.push(
        fieldIssue(
          ['from_cycle'],
          '解約のときにご案内する特典は、次のお届けから始まります。1回目からにしてください。',
          value,
        ),
      )
  }
  if ((audience === 'again') !== (again_after_months !== null))
    issues.push(
      fieldIssue(['again_after_months'], '「間をあければもう1回」のときだけ、月数を入力してください。', value),
    )
  // Members correct their birthday themselves; a changed birthday must not give a second use.
  if (member_scope === 'birthday_month' && audience !== 'once' && audience !== 'again')
    issues.push(
      fieldIssue(
        ['audience'],
        '生まれ月の特典は、「おひとり様1回まで」か「間をあければもう1回」にしてください。生年月日は会員が直せます。',
        value,
      ),
    )
  if (ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
    issues.push(fieldIssue(['ends_at'], '終わりは、始まりより後にしてください。', value))
  if (to_cycle !== null && to_cycle < from_cycle)
    issues.push(fieldIssue(['to_cycle'], '何回目までは、何回目からより前にできません。', value))
  if (cart_type === 0 && (from_cycle !== 1 || to_cycle !== 1))
    issues.push(
      fieldIssue(
        ['to_cycle'],
        '通常購入だけの特典に、定期便の回数は選べません。1回目から1回目までにしてください。',
        value,
      ),
    )
  if (ends_at === null && soonOver.test(promotion_name.normalize('NFKC')))
    issues.push(
      fieldIssue(
        ['ends_at'],
        '「今だけ」「期間限定」などの名前には、終わりの日時が必要です(景品表示法: 有利誤認)。',
        value,
      ),
    )
}

export const PromotionInput = z.object(plan).check(isPlan)
export type PromotionInput = z.infer<typeof PromotionInput>

/**
 * A scheduled change of a promotion (予定). It does not include the promotion's period, whose dates can be entered in
 * advance anyway.
 */
export const PromotionChange = z
  .object({
    ...plan,
    status: z.enum(['active', 'stopped']).meta({ title: '状態', values: PROMOTION_STATUS_NAME }),
  })
  .omit({ starts_at: true, ends_at: true })
export type PromotionChange = z.infer<typeof PromotionChange>

const standing = {
  id: z.int(),
  status: oneOf(PROMOTION_STATUS_NAME),
  /** 公開 and within its period, with something left. */
  is_running: z.boolean(),
  /** Its effect, in plain Japanese. */
  sentence: z.string(),
}

const PromotionRow = z.object({
  ...standing,
  promotion_name: z.string().meta({ title: '特典の名前' }),
  trigger: plan.trigger,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime().nullable(),
  max_uses: z.int().nullable(),
  budget_yen: yen.nullable(),
  /** Uses and yen that count toward these limits. */
  used: z.int(),
  spent_yen: yen,
  code_count: z.int().meta({ title: 'コードの枚数' }),
})
export type PromotionRow = z.infer<typeof PromotionRow>

const PromotionEdit = z.object({
  ...plan,
  ...standing,
  version: z.int(),
  publishing_fault: z.string().nullable().meta({
    title: '公開できない理由',
    description:
      'Why it could not be published today, while it is public or was stopped for that at midnight; null: nothing.',
  }),
  fault_override: z.object({ decision_reason: z.string(), operator_name: z.string() }).nullable().meta({
    title: '続けると決めた記録',
    description: 'Who lets it run on in spite of this fault, and why; null: nobody.',
  }),
  /** Its codes: how many, and the first of them. */
  codes: z
    .object({
      count: z.int().meta({ title: '件数' }),
      first: z
        .array(
          z.object({
            code: z.string().meta({ title: 'コード' }),
            used: z.int(),
            max_uses: z.int().nullable().meta({ title: '使える件数' }),
          }),
        )
        .meta({ title: '最初' }),
    })
    .meta({ title: 'コードの枚数' }),
  /** 会員リスト: how many members are in it. */
  member_count: z.int().meta({ title: '会員リストの人数' }),
  /**
   * Orders and contracts that used or accepted it, later deliveries, and their discounts (yen), without released uses.
   */
  given: z.object({ uses: z.int(), later: z.int(), yen: yen.meta({ title: '割引額' }) }),
})
export type PromotionEdit = z.infer<typeof PromotionEdit>

const PromotionTrial = z.object({
  sentence: z.string(),
  /** The result of the simulation over the last 30 days. */
  orders: z.int(),
  yen,
  /** Orders that were looked at; the newest, if there were more than can be. */
  looked_at: z.int(),
  is_cut: z.boolean(),
})
export type PromotionSimulation = z.infer<typeof PromotionTrial>

const word = z
  .string()
  .transform(normalizeCouponCode)
  .refine(isValidCouponCode, { error: 'コードは、半角の英数字で3〜20文字です。' })

export const NewPromotionCodes = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('word'), code: word, issued_to: z.string().trim().max(60).default('') }),
    z.object({
      kind: z.literal('random'),
      count: wholeNumberField('枚数', 1, 10_000),
      /** How often each can be used. */
      max_uses: wholeNumberField('1枚を使える回数', 1, 9_999),
      issued_to: z.string().trim().max(60).default(''),
    }),
    z.object({
      kind: z.literal('file'),
      /** Lines of a code and, if it is known, 発行先. All are added, or none. */
      pasted_codes: z
        .string()
        .min(1, 'コードを1行ずつ入力してください。')
        .max(1_000_000, '一度に入れられるのは10,000行までです。')
        .meta({ title: 'コードの一覧' }),
      max_uses: wholeNumberField('1枚を使える回数', 1, 9_999),
    }),
    /** For a promotion by link: one that nobody can type. */
    z.object({ kind: z.literal('link'), issued_to: z.string().trim().max(60).default('') }),
  ])
  .meta({ values: { word: '決まった言葉', random: '1枚ずつ違うコード', file: 'CSVの一覧', link: '専用のリンク' } })
export type NewPromotionCodes = z.infer<typeof NewPromotionCodes>

/** Lines of one list at a time, and members of one promotion. */
export const MAX_PASTED_MEMBERS = 10_000
export const MAX_PROMOTION_MEMBERS = 100_000

const PastedMembers = z.object({
  /** 会員番号 or e-mail, one a line, or in the first column of a sheet. */
  pasted_members: z
    .string()
    .min(1, '会員番号またはメールアドレスを、1行ずつ入力してください。')
    .max(800_000, '一度に入れられるのは10,000行までです。')
    .meta({ title: '会員リスト' }),
})

const AddedMembers = z.object({
  added: z.int(),
  /** In the list before. */
  already: z.int().meta({ title: 'すでにある会員' }),
  /** Lines that are no member: the first 100, and how many. */
  unknown: z.array(z.string()).meta({ title: '見つからない行' }),
  unknown_count: z.int().meta({ title: '見つからない行の数' }),
})
export type AddedPromotionMembers = z.infer<typeof AddedMembers>

const params = z.object({ id: idParam })
const refusals = ['ERROR_NOT_FOUND', 'ERROR_CHANGED_MEANWHILE'] as const

export const promotionAdminEndpoints = {
  'GET /admin/v1/promotions': {
    summary: '特典・クーポンの一覧(新しい500件)',
    permission: 'catalogue.read',
    response: listOf(PromotionRow),
  },
  'GET /admin/v1/promotions/{id}': {
    summary: '特典・クーポン',
    permission: 'catalogue.read',
    params,
    response: PromotionEdit,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/promotions/trial': {
    summary: '特典の内容を文章にし、直近30日のご注文でためす(保存しない)',
    permission: 'catalogue.read',
    trail: false,
    body: z
      .object({
        ...plan,
        id: z.int().positive().optional().meta({ description: 'The saved promotion, whose 会員リスト counts.' }),
      })
      .check(isPlan),
    response: PromotionTrial,
  },
  'POST /admin/v1/promotions': {
    summary: '特典・クーポンを下書きで作る',
    permission: 'catalogue.write',
    body: PromotionInput,
    response: z.object({ id: z.int() }),
    errors: ['ERROR_TOO_MANY'],
  },
  'PUT /admin/v1/promotions/{id}': {
    summary: '特典・クーポンを変える(すでに始まった注文と定期便は変わらない)',
    permission: 'catalogue.write',
    params,
    body: z.object({ ...plan, version: z.int() }).check(isPlan),
    response: PromotionEdit,
    errors: refusals,
  },
  'POST /admin/v1/promotions/{id}/start': {
    summary: '特典・クーポンを公開する',
    permission: 'catalogue.write',
    params,
    response: PromotionEdit,
    errors: ['ERROR_NOT_FOUND', 'ERROR_PROMOTION_WITHOUT_CODE', 'ERROR_PROMOTION_WITHOUT_MEMBERS'],
  },
  'POST /admin/v1/promotions/{id}/stop': {
    summary: '特典・クーポンをすぐに止める(定期便に約束した分は続く)',
    permission: 'catalogue.write',
    params,
    response: PromotionEdit,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/promotions/{id}/run-on': {
    summary: 'いまは公開できない内容の特典を、理由を残して続ける(止まっていればもう一度公開する)',
    permission: 'setting.write',
    params,
    body: z.object({
      publishing_fault: z
        .string()
        .max(1_000)
        .meta({ description: 'The one that the operator saw; another one is not overridden.' }),
      decision_reason: z.string().trim().min(1, '理由を入力してください。').max(500, '500文字までで入力してください。'),
    }),
    response: PromotionEdit,
    errors: refusals,
  },
  'POST /admin/v1/promotions/{id}/members': {
    summary: '会員リストに会員を加える(会員番号またはメールアドレス)',
    permission: 'catalogue.write',
    params,
    body: PastedMembers,
    response: AddedMembers,
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY'],
  },
  'DELETE /admin/v1/promotions/{id}/members': {
    summary: '会員リストを空にする',
    permission: 'catalogue.write',
    params,
    response: z.object({ removed: z.int() }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/promotions/{id}/codes': {
    summary: 'クーポンコードを加える(1つの言葉、重ならない乱数、CSVの一覧、または専用のリンク)',
    permission: 'catalogue.write',
    params,
    body: NewPromotionCodes,
    response: z.object({ added: z.int() }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY'],
  },
  'POST /admin/v1/promotions/{id}/codes/export': {
    summary: 'クーポンコードのCSVを出力する',
    permission: 'catalogue.write',
    params,
    body: z.object({ encoding: csvEncoding }),
    file: 'text/csv',
    response: FileStream,
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
