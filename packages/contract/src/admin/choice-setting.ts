import { DISCOVERY_SOURCE } from '@kushi/values/account'
import { CANCEL_OFFER_NAME, CANCEL_OFFERS } from '@kushi/values/cancel-offer'
import * as rule from '@kushi/values/field-rule'
import { z } from 'zod'
import { titleField } from '../form/field.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import { type MasterData, masterDataNames } from '../setting.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { RunningSubscriptions, versionField, wholeNumberField } from './setting-field.ts'

type ListName = (typeof masterDataNames)[number]
/** A list of choices in the shop's settings, and how far operators may edit it. */
export interface EditableChoiceList {
  label: string
  /**
   * The editable part. `open`: choices and their order. `labels`: only the words. `fixed`: nothing, since rules use
   * them.
   */
  kind: 'open' | 'labels' | 'fixed'
  note: string
  /** A choice that can't be deleted. */
  kept?: NonNullable<MasterData['id']>
  /** Without a choice the question is not asked. */
  may_be_empty?: true
}

const calendar = { kind: 'fixed', note: '定期便の計算に使うため、変えられません。' } as const

export const CHOICE_LISTS: Record<ListName, EditableChoiceList> = {
  where_did_you_know: {
    label: 'お知りになったきっかけ',
    kind: 'open',
    note: '「その他」は、自由記入の欄が開くため消せません。消した選択肢は、これからは選べません。会員の答えは、そのときの言葉のまま残ります。',
    kept: DISCOVERY_SOURCE.other,
  },
  inquiry_category: {
    label: 'お問い合わせの種類',
    kind: 'open',
    note: '消した種類は、これからは選べません。受けたお問い合わせには、そのときの言葉が残ります。',
  },
  cancel_reason: {
    label: '解約の理由',
    kind: 'open',
    note: '定期便の解約のときに選んでいただきます。詳細の例は、押すとそのまま入ります(1行にひとつ、4つまで)。ご案内は、理由の下に上から3つまで出ます。解約はいつもその場でできます。消した理由は、これからは選べません。',
  },
  pause_reason: {
    label: '休止の理由',
    kind: 'open',
    note: '定期便の休止のときに、お答えいただけます(任意)。ひとつもなければ、お聞きしません。消した理由は、これからは選べません。',
    may_be_empty: true,
  },
  skip_reason: {
    label: 'お休みの理由',
    kind: 'open',
    note: '次回のお届けをお休みにするときに、お答えいただけます(任意)。ひとつもなければ、お聞きしません。消した理由は、これからは選べません。',
    may_be_empty: true,
  },
  delivery_note: {
    label: '置き配などのご希望',
    kind: 'labels',
    note: '使わなくなったものは「使わない」にすると、選べなくなります。受けた注文の言葉はそのまま残ります。6番目は自由記入の欄が開くため、順番は変えられず、必ず使います。「置き配」「宅配ボックス」などの言葉があると、代金引換は使えなくなります。',
  },
  sex: { label: '性別', kind: 'labels', note: '会員の記録が番号で残っているため、言葉だけを変えられます。' },
  prefecture: { label: '都道府県', kind: 'fixed', note: 'JISの番号で、送料や日数の計算に使うため、変えられません。' },
  delivery_pattern_week_number: { label: '週', ...calendar },
  day_of_week: { label: '曜日', ...calendar },
  day: { label: '日', ...calendar },
  month_day: { label: '毎月の日', ...calendar },
  month: { label: '月', ...calendar },
  day_interval: { label: '日数の間隔', ...calendar },
}

const name = z.enum(masterDataNames)
const Choices = z.object({
  name,
  /** `is_ended`: no longer offered. */
  items: z.array(
    z.object({
      id: z.int().nullable(),
      label: z.string(),
      is_ended: z.boolean(),
      details: z.array(z.string()),
      offers: z.array(oneOf(CANCEL_OFFER_NAME)),
      promotion_id: z.int().nullable(),
    }),
  ),
  version: versionField,
})
/** `promotions`: those that a shop can offer beside a 解約の理由. */
const ShownChoices = Choices.extend({
  promotions: z.array(z.object({ id: z.int(), promotion_name: z.string().meta({ title: '特典の名前' }) })),
})

const Ranks = z.object({
  ranks: z.array(z.object({ id: z.int(), rank_name: z.string().meta({ title: 'ランク名' }), discount_rate: z.int() })),
  version: versionField,
})

const text = (label: string, most: number) => titleField(rule.required(label), rule.maxLength(label, most))

export const choiceSettingAdminEndpoints = {
  'GET /admin/v1/setting/ranks': {
    summary: '会員ランクの設定',
    permission: 'setting.read',
    /** Their keys are the ranks of the members. */
    response: Ranks.extend({ running_subscriptions: RunningSubscriptions }),
  },
  'PUT /admin/v1/setting/ranks': {
    summary: '会員ランクを変える',
    permission: 'setting.write',
    /** In their order; `id` null: a new one. */
    body: z.object({
      ranks: z
        .array(
          z.object({
            id: z.int().positive().nullable(),
            rank_name: markCustomerFacing(text('ランク名', 20)),
            discount_rate: wholeNumberField('割引率', 0, 100).meta({ title: '割引率' }),
          }),
        )
        .max(20, { error: '会員ランクは20件までです。' })
        .meta({ title: '会員ランク' }),
      version: versionField,
    }),
    response: Ranks,
    errors: ['ERROR_CHANGED_MEANWHILE', 'ERROR_IN_USE'],
  },
  'GET /admin/v1/setting/choices/{name}': {
    summary: '選択肢',
    permission: 'setting.read',
    params: z.object({ name }),
    response: ShownChoices,
  },
  'PUT /admin/v1/setting/choices/{name}': {
    summary: '選択肢を変える',
    permission: 'setting.write',
    params: z.object({ name }),
    /** In their order; `id` null: a new one, or one of a list without numbers. What is left out of an old one stays. */
    body: z.object({
      items: z
        .array(
          z.object({
            id: z.int().positive().nullable(),
            label: markCustomerFacing(text('選択肢', 60)),
            is_ended: z.boolean().optional().meta({ title: '使わない' }),
            /** 解約の理由 only. */
            details: markCustomerFacing(
              z.array(text('詳細', 60)).max(4, { error: '詳細は4つまでです。' }).optional().meta({ title: '詳細の例' }),
            ),
            /** 解約の理由 only: the offers beside it, most fitting first. */
            offers: z.array(oneOf(CANCEL_OFFER_NAME)).max(CANCEL_OFFERS.length).optional().meta({ title: 'ご案内' }),
            /** 解約の理由 only: of the offer `promotion`. */
            promotion_id: z.int().positive().nullable().optional().meta({ title: '特典' }),
          }),
        )
        .max(100, { error: '選択肢は100件までです。' }),
      version: versionField,
    }),
    response: Choices,
    errors: ['ERROR_CHANGED_MEANWHILE', 'ERROR_FIXED'],
  },
} as const satisfies AdminEndpoints
