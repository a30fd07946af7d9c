import { BULK_KIND_NAME, BULK_ROW_STATE_NAME, BULK_STATE_NAME } from '@kushi/values/bulk-job'
import * as rule from '@kushi/values/field-rule'
import { NO_ANSWER_ACTION_NAME } from '@kushi/values/price'
import { z } from 'zod'
import { idParam, isoDate, listOf } from '../endpoint.ts'
import { paragraphsField, titleField } from '../form/field.ts'
import { oneOf } from '../one-of.ts'
import { markPersonalData } from '../personal.ts'
import { markCustomerFacing } from '../read-by.ts'
import { customerList } from './customer.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { listSelection } from './list.ts'
import { orderList } from './order.ts'
import { subscriptionList } from './subscription.ts'

const count = z.int()

const BULK_LIST = { subscriptions: '定期便', orders: '注文', customers: '会員' } as const

/** A bulk job (まとめて変更), with the number of rows in each state. */
export const BulkJob = z.object({
  id: z.int(),
  kind: oneOf(BULK_KIND_NAME),
  list: oneOf(BULK_LIST).meta({ title: '一覧' }),
  state: oneOf(BULK_STATE_NAME),
  run_at: z.iso
    .datetime()
    .nullable()
    .meta({ title: '送る日時', description: 'When a checked job begins by itself; null: when an operator runs it.' }),
  is_late: z
    .boolean()
    .meta({ description: 'Its time passed hours ago while nothing ran: it begins only by an operator.' }),
  /** The effect of the job, as a sentence. */
  text: z.string(),
  notify: z.boolean(),
  counts: z
    .object({
      waiting: count,
      possible: count,
      impossible: count,
      done: count,
      failed: count,
      taken_back: count,
      kept: count,
    })
    .meta({ title: '件数' }),
  operator_name: z.string(),
  created_at: z.iso.datetime(),
  /** Actions that the job allows now. */
  can: z.object({
    run: z.boolean(),
    plan: z.boolean().meta({ description: 'Whether a time can be set at which it is sent.' }),
    stop: z.boolean(),
    retry: z.boolean(),
    take_back: z.boolean(),
  }),
})
export type BulkJob = z.infer<typeof BulkJob>

export const BulkRow = z.object({
  subject_id: z.int(),
  subject_name: z.string(),
  state: oneOf(BULK_ROW_STATE_NAME),
  detail: z.string().meta({ title: '詳細' }),
})
export type BulkRow = z.infer<typeof BulkRow>

const sku = z.int('商品を選択してください。').positive().max(2_147_483_647)
/** Null: every row that matches the filters; otherwise only these rows. */
const ids = z.array(z.int().positive()).min(1).max(100).nullable()
const notify = z.boolean()

const ofSubscriptions = { filter: listSelection(subscriptionList), ids, notify }

/** A job on subscriptions. */
export const SubscriptionJob = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('move_dates'),
      ...ofSubscriptions,
      params: z
        .object({
          /** Number of days later; negative: earlier; null: moves to `date`. */
          days: z
            .int('日数を数字で入力してください。')
            .min(-60, '-60日から60日までで入力してください。')
            .max(60, '-60日から60日までで入力してください。')
            .nullable(),
          date: isoDate.nullable().meta({ title: '日付' }),
        })
        .refine(({ days, date }) => (days === null) !== (date === null) && days !== 0, {
          message: '動かす日数か、動かす先の日付のどちらかを入力してください。',
          path: ['days'],
        })
        .meta({ title: '内容' }),
    }),
    z.object({
      kind: z.literal('pause'),
      ...ofSubscriptions,
      /** 休止の理由, of the shop's list; absent: none. */
      params: z.object({ reason: z.int().min(1).max(99).optional() }),
    }),
    z.object({
      kind: z.literal('swap_product'),
      ...ofSubscriptions,
      params: z.object({
        from_sku_id: sku.meta({ title: '替える前の商品' }),
        to_sku_id: sku.meta({
          title: '替えたあとの商品',
          description: 'The same one, if it is a set: contracts get its contents of today.',
        }),
      }),
    }),
    z.object({
      kind: z.literal('change_price'),
      ...ofSubscriptions,
      params: z.object({
        sku_id: sku.meta({ title: '商品の種類の番号' }),
        /** Yen per piece, tax included. */
        price: z
          .int('価格を数字で入力してください。')
          .min(1, '1円以上で入力してください。')
          .max(9_999_999, '9,999,999円までで入力してください。'),
        /** The first delivery day with the new price. */
        from: isoDate,
        /** If the member does not agree: keeps the old price, or 休止. */
        without_answer: oneOf(NO_ANSWER_ACTION_NAME).meta({ title: 'お返事がないとき' }),
      }),
    }),
    z.object({
      kind: z.literal('change_fees'),
      ...ofSubscriptions,
      params: z.object({
        /** The first delivery day with the shop's 送料・手数料 of today. */
        from: isoDate,
        /** If the member does not agree: keeps the fees of the confirmation, or 休止. */
        without_answer: oneOf(NO_ANSWER_ACTION_NAME).default('keep').meta({ title: 'お返事がないとき' }),
      }),
    }),
    z.object({
      kind: z.literal('cancel'),
      ...ofSubscriptions,
      params: z.object({
        reason: z.int('解約の理由を選択してください。').min(1).max(99),
        detail: markPersonalData(
          'text',
          z.string().trim().min(1, '詳細を入力してください。').max(1000, '1000文字までで入力してください。'),
        ),
      }),
    }),
  ])
  .meta({ values: BULK_KIND_NAME })
export type SubscriptionJob = z.infer<typeof SubscriptionJob>

/** A job on orders. */
export const BulkOrderAction = z.object({
  kind: z.literal('mark_delivered').meta({ values: BULK_KIND_NAME }),
  filter: listSelection(orderList),
  ids,
  notify,
  params: z.object({}),
})
export type BulkOrderAction = z.infer<typeof BulkOrderAction>

const words = {
  subject: markPersonalData('text', markCustomerFacing(titleField(rule.required('件名'), rule.maxLength('件名', 100)))),
  body: markPersonalData(
    'text',
    markCustomerFacing(paragraphsField(rule.required('本文'), rule.maxLength('本文', 5000))),
  ),
  /**
   * 広告: goes only to members who consented and have not unsubscribed, with a link to unsubscribe. Otherwise the
   * message is about what they bought, and goes to all.
   */
  is_advert: z.boolean(),
  /** Over LINE to friends with a linked account (an advert: with consent for LINE), by mail to the others. */
  over_line: z.boolean().default(false).meta({ title: 'LINEで送る' }),
}
/** The list whose members get it: an order or subscription of the list can be named in the text. */
const messageList = oneOf(BULK_LIST).default('customers')
const MessageWords = z.object({ ...words, list: messageList })

/** 一斉送信: one message to each member in a list, even if the member is in it several times. */
export const MessageJob = z.object({
  ...words,
  to: z
    .discriminatedUnion('list', [
      z.object({ list: z.literal('subscriptions'), filter: listSelection(subscriptionList), ids }),
      z.object({ list: z.literal('orders'), filter: listSelection(orderList), ids }),
      z.object({ list: z.literal('customers'), filter: listSelection(customerList), ids }),
    ])
    .meta({ title: '終了', values: BULK_LIST }),
})
export type MessageJob = z.infer<typeof MessageJob>

/** The message as it appears in LINE. */
const LineSample = z.object({ title: z.string(), text: z.string() })

/** Details of a 一斉送信: the text with a sample name, and the number of mails in each state. */
export const MessageJobMail = z.object({
  is_advert: z.boolean().meta({ title: '広告' }),
  subject: z.string(),
  text: z.string(),
  line: LineSample.nullable(),
  /** How many members get it by each channel, as far as that was checked, and how many get none, with the reason. */
  ways: z.object({ line: count, mail: count, none: z.array(z.object({ why: z.string(), n: count })) }),
  mails: z.object({ waiting: count, sent: count, failed: count, stopped: count }),
})
export type MessageJobMail = z.infer<typeof MessageJobMail>

/**
 * The result of asking for consent to a new price (価格変更): how many members were asked, and how many gave each answer.
 */
export const PriceAnswers = z.object({
  asked: count,
  agreed: count,
  refused: count,
  lapsed: count,
  withdrawn: count.meta({ title: '退会' }),
})
export type PriceAnswers = z.infer<typeof PriceAnswers>

const params = z.object({ id: idParam })
const steering = { permission: 'signed-in', params, response: BulkJob } as const
/** Calls that start work on all rows require the second factor again; stopping never does. */
const working = { ...steering, confirm: true } as const
const errors = ['ERROR_NOT_FOUND', 'ERROR_FORBIDDEN', 'ERROR_JOB_STATE', 'ERROR_CONFIRM_AGAIN'] as const
const starting = ['ERROR_NOTHING_CHOSEN', 'ERROR_TOO_MANY', 'ERROR_TOO_MANY_JOBS'] as const

export const bulkAdminEndpoints = {
  'POST /admin/v1/bulk-jobs/subscriptions': {
    summary: '定期便のまとめて変更を用意する(まだ実行しない)',
    permission: 'subscription.write',
    body: SubscriptionJob,
    response: BulkJob,
    errors: starting,
  },
  'POST /admin/v1/bulk-jobs/orders': {
    summary: '注文のまとめて変更を用意する(まだ実行しない)',
    permission: 'order.write',
    body: BulkOrderAction,
    response: BulkJob,
    errors: starting,
  },
  'POST /admin/v1/bulk-jobs/messages': {
    summary: '一斉送信を用意する(まだ送らない)',
    permission: 'message.write',
    body: MessageJob,
    response: BulkJob,
    errors: starting,
  },
  'GET /admin/v1/bulk-messages/placeholders': {
    summary: '一斉送信で使える差し込み',
    permission: 'message.write',
    query: z.object({ list: messageList }),
    /** `has_line`: the shop is on LINE. */
    response: z.object({
      ...listOf(z.object({ name: z.string(), hint: z.string(), is_required: z.boolean() })).shape,
      has_line: z.boolean(),
    }),
  },
  'POST /admin/v1/bulk-messages/preview': {
    summary: '一斉送信のプレビュー(送らない)',
    permission: 'message.write',
    trail: false,
    body: z.object({
      ...MessageWords.shape,
      subject: markCustomerFacing(z.string().max(1000).meta({ title: '件名' })),
      body: markCustomerFacing(z.string().max(20_000).meta({ title: '本文' })),
    }),
    response: z.object({ subject: z.string(), text: z.string(), line: LineSample.nullable() }),
  },
  'POST /admin/v1/bulk-messages/test': {
    summary: '一斉送信のメールを、自分のメールアドレスに試しに送る',
    permission: 'message.write',
    body: MessageWords,
    response: z.object({ email: z.string() }),
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /admin/v1/bulk-choices': {
    summary: 'まとめて変更で選べるもの',
    permission: 'subscription.write',
    response: z.object({
      skus: z.array(z.object({ id: z.int(), name: z.string(), product_code: z.string(), price: z.int() })),
      cancel_reasons: z.array(z.object({ id: z.int(), label: z.string() })),
      pause_reasons: z.array(z.object({ id: z.int(), label: z.string() })),
    }),
  },
  'GET /admin/v1/bulk-jobs': {
    summary: 'まとめて変更の一覧(新しい100件)',
    permission: 'order.read',
    response: z.object({ items: z.array(BulkJob) }),
  },
  'GET /admin/v1/bulk-jobs/{id}': {
    summary: 'まとめて変更',
    permission: 'order.read',
    params,
    response: BulkJob,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/bulk-jobs/{id}/rows': {
    summary: 'まとめて変更の1件ごとの結果',
    permission: 'order.read',
    params,
    query: z.object({
      state: oneOf(BULK_ROW_STATE_NAME).optional(),
      after: z.coerce.number<number | string>().int().min(0).optional(),
    }),
    response: z.object({ items: z.array(BulkRow), next: z.int().nullable() }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/bulk-jobs/{id}/mail': {
    summary: '一斉送信の文面と、送った数',
    permission: 'message.read',
    params,
    response: MessageJobMail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/bulk-jobs/{id}/answers': {
    summary: '価格変更のお伺いへの、お返事の数',
    permission: 'subscription.read',
    params,
    response: PriceAnswers,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/bulk-jobs/{id}/run': { ...working, summary: 'まとめて変更を実行する', errors },
  'POST /admin/v1/bulk-jobs/{id}/plan': {
    ...working,
    summary: '一斉送信を送る日時を決める、または取り消す',
    body: z.object({
      at: z.iso
        .datetime({ offset: true, error: '日時を選び直してください。' })
        .nullable()
        .meta({ description: 'From now to 90 days ahead; null: not by itself any more.' }),
    }),
    errors,
  },
  'POST /admin/v1/bulk-jobs/{id}/stop': { ...steering, summary: 'まとめて変更を止める', errors },
  'POST /admin/v1/bulk-jobs/{id}/retry': { ...working, summary: 'まとめて変更の失敗した分をやり直す', errors },
  'POST /admin/v1/bulk-jobs/{id}/take-back': { ...working, summary: 'まとめて変更を元に戻す', errors },
} as const satisfies AdminEndpoints
