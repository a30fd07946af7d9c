import {
  CONVERSION_CYCLE_RANGE,
  CONVERSION_DROP_NAME,
  CONVERSION_EVENT_NAME,
  CONVERSION_FIGURE_NAME,
  CONVERSION_MOMENT_NAME,
  CONVERSION_STATE_NAME,
  CONVERSION_VALUE_NAME,
} from '@kushi/values/conversion/conversion'
import { CONVERSION_KIND_NAME } from '@kushi/values/conversion/kinds'
import { z } from 'zod'
import { idParam, isoDate, listOf } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import { csvEncoding, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'

const moment = z.iso.datetime()

const ConversionForm = z
  .object({
    destination_name: z
      .string()
      .trim()
      .min(1, '名前を入力してください。')
      .max(60, '60文字までで入力してください。')
      .meta({ title: '送信先の名前' }),
    conversion_moment: oneOf(CONVERSION_MOMENT_NAME).meta({ title: '成果とする時点' }),
    conversion_cycle: z
      .int()
      .min(CONVERSION_CYCLE_RANGE.min)
      .max(CONVERSION_CYCLE_RANGE.max, `${CONVERSION_CYCLE_RANGE.max}回目までで入力してください。`)
      .meta({
        title: '成果とするお届けの回',
        description: 'Of `shipped`: the delivery that counts; 1: the first, also of an order that is no 定期便.',
      }),
    conversion_value: oneOf(CONVERSION_VALUE_NAME).meta({ title: '知らせる金額' }),
    email_flag: z.boolean().meta({ title: 'メールアドレスのハッシュを送る' }),
    phone_flag: z.boolean().meta({ title: '電話番号のハッシュを送る' }),
    ad_group: z.string().trim().max(60).optional().meta({
      title: '広告グループ',
      description: 'Whose codes it wins; empty: none, and what its medium counted is not shown beside it.',
    }),
    account_values: z.record(z.string().max(40), z.string().max(6000)).meta({
      title: '送信先の値',
      description:
        'The values of its kind, by name. A secret that is left out or empty stays as it is stored; any other value is none then.',
    }),
  })
  .refine((form) => form.conversion_moment === 'shipped' || form.conversion_cycle === 1, {
    path: ['conversion_cycle'],
    message: 'お届けの回は、「発送したとき」にだけ選べます。',
  })

const recipient_name = markCustomerFacing(z.string().trim().max(80, '80文字までで入力してください。')).meta({
  title: '提供先の会社名と国',
  description: 'Who receives the data, as customers read it. It can’t be changed, because they agreed to it.',
})

/** 広告の送信先, without its secrets. */
export const ConversionDestination = z.object({
  id: z.int(),
  conversion_kind: oneOf(CONVERSION_KIND_NAME).meta({ title: '送信先の種類' }),
  recipient_name,
  ...ConversionForm.shape,
  ad_group: z.string().meta({ title: '広告グループ' }),
  secret_names: z.array(z.string()).meta({ description: 'Its secrets that are stored.' }),
  on_since: moment.nullable().meta({ title: '送り始めた日時', description: 'null: it is off.' }),
  waiting: z.int(),
  refused: z.int().meta({ description: 'Events of the last 30 days that were refused, or not taken in time.' }),
  stuck: z.int().meta({ description: 'Events that are not taken although they were sent several times.' }),
  last_answer: z.string().nullable().meta({ description: 'What it said last of an event that is stuck.' }),
})
export type ConversionDestination = z.infer<typeof ConversionDestination>

/** An event about one order that the 送信先 received or will receive. */
export const ConversionEvent = z.object({
  id: z.int(),
  order_id: z.int(),
  order_no: z.string(),
  event_name: oneOf(CONVERSION_EVENT_NAME),
  conversion_state: oneOf(CONVERSION_STATE_NAME),
  drop_reason: oneOf(CONVERSION_DROP_NAME).nullable(),
  attempts: z.int(),
  answer: z.string().nullable(),
  occurred_at: moment,
  next_attempt_at: moment.nullable(),
  done_at: moment.nullable(),
})
export type ConversionEvent = z.infer<typeof ConversionEvent>

/** The events sent to a 送信先 in a period, beside the counts of the shop and of its medium. */
export const ConversionFigures = z.object({
  destination_id: z.int(),
  days: z.int(),
  from: isoDate,
  to: isoDate,
  told: z.int().meta({ description: 'Taken by the third party, or shown in the customer’s browser.' }),
  refused: z.int().meta({ description: 'Refused, or not taken in time.' }),
  waiting: z.int(),
  orders: z
    .int()
    .nullable()
    .meta({ description: 'First orders of its 広告グループ, as in the report; null: it has none.' }),
  reported: z
    .number()
    .nullable()
    .meta({ description: 'What its medium’s files say, parts too; null: no file said it, or it has no 広告グループ.' }),
})
export type ConversionFigures = z.infer<typeof ConversionFigures>

const manage = { permission: 'account.manage' } as const
const one = { ...manage, params: z.object({ id: idParam }), errors: ['ERROR_NOT_FOUND'] } as const

export const conversionAdminEndpoints = {
  'GET /admin/v1/setting/conversions': { summary: '広告の送信先', ...manage, response: listOf(ConversionDestination) },
  'POST /admin/v1/setting/conversions': {
    summary: '広告の送信先を追加する',
    ...manage,
    confirm: true,
    body: z.object({
      ...ConversionForm.shape,
      conversion_kind: oneOf(CONVERSION_KIND_NAME, '送信先の種類を選んでください。').meta({ title: '送信先の種類' }),
      recipient_name: recipient_name.default('').meta({
        title: '提供先の会社名と国',
        description: 'Only of サーバー通知; the other kinds have their own.',
      }),
    }),
    response: ConversionDestination,
    errors: ['ERROR_TOO_MANY_CONVERSION_DESTINATIONS'],
  },
  'GET /admin/v1/setting/conversions/{id}': { summary: '広告の送信先の設定', ...one, response: ConversionDestination },
  'PUT /admin/v1/setting/conversions/{id}': {
    summary: '広告の送信先を変更する',
    ...one,
    confirm: true,
    body: ConversionForm.safeExtend({
      removed_secrets: z.array(z.string().max(40)).max(20).optional().meta({
        title: '消す秘密の値',
        description: 'Names of stored secrets that its kind can do without: they are deleted.',
      }),
    }),
    response: ConversionDestination,
  },
  'DELETE /admin/v1/setting/conversions/{id}': {
    summary: '広告の送信先を削除する',
    ...one,
    confirm: true,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_CONVERSIONS_TOLD'],
  },
  'POST /admin/v1/setting/conversions/{id}/start': {
    summary: '広告の送信先へ送り始める',
    ...one,
    confirm: true,
    response: ConversionDestination,
  },
  'POST /admin/v1/setting/conversions/{id}/stop': {
    summary: '広告の送信先へ送るのをやめる',
    ...one,
    response: ConversionDestination,
  },
  'POST /admin/v1/setting/conversions/{id}/try': {
    summary: '広告の送信先へ、テストとして送る',
    ...one,
    response: z.object({
      outcome: z
        .enum(['accepted', 'refused', 'repeat', 'shown'])
        .meta({ description: 'repeat: it did not answer, or not to the account; shown: see `document`.' }),
      answer: z.string().meta({ description: 'What it said, in short.' }),
      document: z.object({ html: z.string(), policy: z.string() }).nullable().meta({
        description: 'Of a kind that the browser tells: what it would get, with invented values. Nothing was sent.',
      }),
    }),
  },
  'GET /admin/v1/setting/conversions/{id}/events': {
    summary: '広告の送信先に知らせたこと(新しい順)',
    ...one,
    query: z.object({
      before: z.coerce.number<number | string>().int().positive().optional(),
      state: oneOf(CONVERSION_FIGURE_NAME).optional().meta({ title: '状態' }),
      from: isoDate.optional().meta({ description: 'Of what happened on or after this day in Japan.' }),
    }),
    response: z.object({ items: z.array(ConversionEvent), next: z.int().nullable() }),
  },
  'GET /admin/v1/setting/conversion-figures': {
    summary: '広告の送信先ごとの、知らせた数、ショップの数、媒体の数',
    ...manage,
    response: z.object({
      items: z.array(ConversionFigures),
      groups: z.array(z.string()).meta({ description: 'The 広告グループ of the shop’s 広告コード.' }),
    }),
  },
  'POST /admin/v1/setting/conversions/{id}/approvals': {
    summary: '承認・否認の一覧をCSVにする(ASPに渡すもの)',
    ...one,
    body: z.object({ from: isoDate, to: isoDate, encoding: csvEncoding }),
    file: 'text/csv',
    response: FileStream,
  },
  'DELETE /admin/v1/orders/{id}/ad-consent': {
    summary: '広告の成果を測ることへの同意を取り消す',
    permission: 'order.write',
    params: z.object({ id: idParam }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
