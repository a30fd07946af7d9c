import { PAYMENT_METHOD_IDS, paymentMethodName } from '@kushi/values/payment-method'
import {
  BILLING_ATTEMPT_OUTCOMES,
  SUBSCRIPTION_FAILURE_NAME,
  SUBSCRIPTION_STATUS_NAME,
} from '@kushi/values/subscription-status'
import { z } from 'zod'
import { partyShape, ShippingAddress } from '../address.ts'
import { idParam, isoDate, yen } from '../endpoint.ts'
import { paymentMethodId } from '../order.ts'
import { markPersonalData } from '../personal.ts'
import {
  answeredSkuField,
  leftoverAnswerField,
  Pace,
  PaceProposalView,
  Subscription,
  SubscriptionChange,
  SubscriptionUpdate,
} from '../subscription.ts'
import { exportBody, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'
import { ChangeOptions, NextStep, OperatorNote, TimelineEntry } from './order.ts'

/** 定期便, as the list shows it. Names are masked for roles that do not need them. */
export const SubscriptionListRow = z.object({
  id: z.int(),
  summary_status: z.int(),
  summary_status_name: z.string(),
  next_step: NextStep,
  customer_id: z.int(),
  customer_name: z.string(),
  /** 「純椿油「しずく」 ほか1点」, and the total number of pieces. */
  items_text: z.string(),
  pieces: z.int(),
  cycle: z.int(),
  next_delivery_date: isoDate,
  pattern_label: z.string(),
  payment_method_id: paymentMethodId,
  /** Why its delivery could not be arranged, in a short phrase; null: nothing failed. */
  failure_name: z.string().nullable(),
  /** When it ended, and the reason that the member gave; null: it runs, or none was asked. */
  ended_on: isoDate.nullable(),
  end_reason_name: z.string().nullable(),
  /** 休止 since, and why. */
  paused_on: isoDate.nullable(),
  pause_reason_name: z.string().nullable(),
  /** When お休み was last asked for, and why. */
  skipped_on: isoDate.nullable(),
  skip_reason_name: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type SubscriptionListRow = z.infer<typeof SubscriptionListRow>

/** The filter value for cash on delivery, which has no id. */
const CASH = '0'

export const subscriptionList = {
  name: 'subscriptions',
  filters: {
    summary_status: { kind: 'select', label: '状態', options: SUBSCRIPTION_STATUS_NAME },
    next_delivery_date: { kind: 'date', label: '次回お届け日' },
    failure: { kind: 'select', label: 'エラーの理由', options: SUBSCRIPTION_FAILURE_NAME },
    retry_on: { kind: 'date', label: '次の再決済の日' },
    product_id: { kind: 'select', label: '商品', options: null },
    product_code: { kind: 'text', label: '商品コード(前方一致)' },
    payment_method_id: {
      kind: 'select',
      label: 'お支払い方法',
      options: Object.fromEntries(PAYMENT_METHOD_IDS.map((one) => [String(one ?? CASH), paymentMethodName(one)])),
    },
    created_at: { kind: 'date', label: 'お申し込み日' },
    ended_on: { kind: 'date', label: '解約・終了の日' },
    end_reason_id: { kind: 'select', label: '解約の理由', options: null },
    pause_reason_id: { kind: 'select', label: '休止の理由', options: null },
    skip_reason_id: { kind: 'select', label: 'お休みの理由', options: null },
    customer_id: { kind: 'text', label: '会員番号' },
  },
  sorts: { next_delivery_date: '次回お届け日', created_at: 'お申し込み日時' },
  sort: 'next_delivery_date',
  views: [
    { view_name: '続いている', query: 'summary_status=1&summary_status=2&summary_status=3&summary_status=4' },
    { view_name: 'エラー', query: 'summary_status=2&summary_status=3&summary_status=4' },
    { view_name: '休止中', query: 'summary_status=5' },
  ],
  search: '契約番号・お名前・かな・電話・メール(前方一致)',
  search_masked: '契約番号・電話・メール(全部一致)',
} as const satisfies List

/** One attempt to arrange and charge a delivery. */
const Attempt = z.object({
  attempt: z.int(),
  outcome: z.enum(BILLING_ATTEMPT_OUTCOMES),
  failure_name: z.string().nullable(),
  payment_name: z.string(),
  tried_on: isoDate,
  retry_on: isoDate.nullable(),
})

/** 回: a delivery that was arranged or attempted. The newest comes first. */
const Cycle = z.object({
  cycle: z.int(),
  order: z
    .object({
      id: z.int(),
      order_no: z.string(),
      status: z.string(),
      payment_total: z.int(),
      delivery_date: isoDate.nullable(),
    })
    .nullable()
    .meta({ title: '順番' }),
  attempts: z.array(Attempt),
})

/** 年払い: the amount that the first order paid for all deliveries, and its part for deliveries still to come. */
const Prepaid = z.object({
  order_id: z.int(),
  order_no: z.string(),
  remaining: z.int(),
  total: z.int(),
  paid_amount: z.int(),
  refunded_amount: z.int(),
  /** Yen that can still be refunded, and the part that belongs to the remaining deliveries. */
  kept_amount: z.int(),
  rest_amount: z.int(),
  /** 解約 by the rule of the contract: the rest is delivered, or refunded less a fee. */
  is_delivered: z.boolean(),
  fee: z.int(),
  refund_amount: z.int(),
})

const { shipping_address: _, ...shown } = Subscription.shape

/**
 * The estimate of a member's remaining supply (お手元の残りの見込み) as the member sees it, and the figures that it is based on.
 */
export const EstimatedPace = z.object({
  ...Pace.shape,
  basis: z.string().meta({ description: 'What the forecast is reckoned from, in words.' }),
  is_held_out: z.boolean().meta({ description: '比較: by chance nothing is proposed to this contract.' }),
})
export type EstimatedPace = z.infer<typeof EstimatedPace>

/** Everything about a subscription on one page. The next delivery is priced as the member sees it. */
export const AdminSubscription = z.object({
  ...shown,
  ...SubscriptionListRow.shape,
  customer: z.object({
    id: z.int(),
    name: z.string(),
    kana: z.string(),
    email: z.string(),
    phone_number: z.string(),
    has_line: z.boolean(),
  }),
  /** お届け先, ready to show. */
  recipient: z.object({ name: z.string(), address: z.string(), phone_number: z.string() }),
  /** The same in separate fields, for editing; null for roles that may not see addresses. */
  shipping_address: z.object({ ...partyShape, ...ShippingAddress.shape }).nullable(),
  /** The day of the next attempt after a failure; null: no automatic retry. */
  retry_on: isoDate.nullable(),
  next_items: z.array(
    z.object({
      product_sku_id: z.int(),
      following_price: z.int().meta({ title: '2回目からの価格' }),
      product_code: z.string(),
    }),
  ),
  cycles: z.array(Cycle),
  yearly: Prepaid.nullable(),
  pace: EstimatedPace.nullable().meta({ description: 'ペース of its goods; null: nothing is asked about it now.' }),
  notes: z.array(OperatorNote),
  timeline: z.array(TimelineEntry),
})
export type AdminSubscription = z.infer<typeof AdminSubscription>

/** The result of a change, before it is saved. */
export const SubscriptionPreview = z.object({
  changes: z.array(SubscriptionChange),
  /** Problems that would prevent a delivery today, ready to show. The change can still be saved. */
  warnings: z.array(z.string()),
  /** The effect on promised prices, promotions and the delivery fee, ready to show. */
  stays: z.array(z.string()),
  payment_total: yen,
  /** 送料 and クール代 within `payment_total`. */
  delivery_fee: yen,
  cool_fee: yen,
  following_payment_total: yen,
})
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>

/** A change of a subscription's content. An omitted field keeps its value. */
export type SubscriptionContentChange = z.infer<typeof SubscriptionUpdate>

/** お届けの予定: the stock that running subscriptions still need, by day and by SKU, as of today. */
/** 見込み of some days: of running contracts, single orders and new contracts. */
const forecast = z.object({
  total: z
    .int()
    .meta({ description: 'Pieces: running contracts with 継続率, and the mean of single orders and new contracts.' }),
  low: z
    .int()
    .nullable()
    .meta({ description: 'As in the worst of the last four weeks; null: the error is not known yet.' }),
  high: z
    .int()
    .nullable()
    .meta({ description: 'As in the best of the last four weeks; null: the error is not known yet.' }),
})

export const SubscriptionCalendar = z.object({
  days: z.array(
    z.object({
      day: isoDate,
      subscriptions: z.int(),
      pieces: z.int(),
      expected: z.int().meta({
        description: '見込み: pieces, with the chance that each contract keeps that delivery (継続率 by its number).',
      }),
    }),
  ),
  products: z.array(
    z.object({
      product_sku_id: z.int(),
      product_id: z.int(),
      product_code: z.string(),
      name: z.string(),
      stock: z.int(),
      in_7_days: z.int(),
      in_30_days: z.int(),
      in_60_days: z.int(),
      expected_in_30_days: z.int().meta({ description: 'The same with 継続率.' }),
      expected_in_60_days: z.int().meta({ description: 'The same with 継続率.' }),
      forecast_in_30_days: forecast,
      forecast_in_60_days: forecast,
      /** The rest of this month, and the four months after it; `month`: its first day. */
      months: z.array(z.object({ month: isoDate, ...forecast.shape })),
      arranged: z
        .int()
        .meta({ description: '手配済み: pieces of deliveries that left the stock and are still to be shipped.' }),
      compared: z
        .object({
          days: z.int().meta({ description: 'Days of the last four weeks that have a forecast.' }),
          expected: z.int().meta({ description: 'Pieces expected two weeks before each day.' }),
          delivered: z.int().meta({ description: 'Pieces of deliveries (from the second on) of these days.' }),
        })
        .nullable()
        .meta({ description: 'The error of the last four weeks; null: there is no forecast of them yet.' }),
      missing: z.int(),
      /** The first day on which today's stock is not sufficient; null: it is sufficient. */
      short_on: isoDate.nullable(),
    }),
  ),
})
export type SubscriptionCalendar = z.infer<typeof SubscriptionCalendar>

const params = z.object({ id: idParam })
const reasons = z.array(z.object({ id: z.int(), label: z.string() }))
/** The shop's own lists. */
const ReasonChoices = z.object({ cancel_reasons: reasons, pause_reasons: reasons, skip_reasons: reasons })
const version = z.int().min(1).max(2_147_483_647)
/** Whether the member is notified by mail. */
const notify = z.boolean()
const decision_reason = markPersonalData(
  'text',
  z.string().trim().min(1, '理由を入力してください。').max(500, '500文字までで入力してください。'),
)
const errors = [
  'ERROR_NOT_FOUND',
  'ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL',
  'ERROR_SUBSCRIPTION_ARRANGED',
  'ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS',
  'ERROR_SUBSCRIPTION_CHANGED',
  'ERROR_SUBSCRIPTION_PAUSED',
] as const
/** Why the rest of a lump sum payment can't be refunded. */
const refundErrors = [
  'ERROR_PAYMENT_REFUSED',
  'ERROR_PAYMENT_UNAVAILABLE',
  'ERROR_PAYMENT_BUSY',
  'ERROR_REFUND_UNANSWERED',
  'ERROR_PAYMENTS_HELD',
  'ERROR_CHANGED_MEANWHILE',
  'ERROR_ORDER_STATUS',
  'ERROR_CONFIRM_AGAIN',
] as const
const changing = { permission: 'subscription.write', params, response: AdminSubscription, errors } as const

/** 休止, お休み and similar: the only choice is whether to notify the member. */
const plain = z.object({ version, notify })

/** 休止, お休み: why, if the member says so. */
const halting = z.object({
  ...plain.shape,
  reason: z.int().min(1).max(99).optional(),
})

const cancellation = z.object({
  version,
  notify,
  reason: z.int('解約の理由を選択してください。').min(1).max(99),
  detail: z.string().trim().min(1, '詳細を入力してください。').max(1000, '1000文字までで入力してください。'),
})

export const subscriptionAdminEndpoints = {
  'GET /admin/v1/subscriptions': {
    summary: '定期便一覧',
    permission: 'subscription.read',
    query: listQuery(subscriptionList),
    may_be_old: true,
    response: listPage(SubscriptionListRow),
  },
  'POST /admin/v1/subscriptions/export': {
    summary: '定期便のCSVを出力する(個人情報)',
    permission: 'export.personal',
    confirm: true,
    body: exportBody(subscriptionList),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
  'GET /admin/v1/subscription-calendar': {
    summary: '定期便のお届けの予定: 60日間の数と、商品ごとの必要数',
    permission: 'subscription.read',
    may_be_old: true,
    response: SubscriptionCalendar,
  },
  'GET /admin/v1/subscription-choices': {
    summary: '定期便の絞り込みで選べるもの',
    permission: 'subscription.read',
    response: ReasonChoices,
  },
  'GET /admin/v1/subscriptions/{id}': {
    summary: '定期便の詳細',
    permission: 'subscription.read',
    params,
    response: AdminSubscription,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/subscriptions/{id}/change': {
    summary: '定期便の変更で選べるもの',
    permission: 'subscription.write',
    params,
    response: z.object({
      ...ChangeOptions.shape,
      /** Possible days for the next delivery. */
      days: z.array(isoDate),
      ...ReasonChoices.shape,
    }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL'],
  },
  'GET /admin/v1/subscriptions/{id}/cards': {
    summary: '定期便の会員の保存カード',
    permission: 'subscription.write',
    params,
    response: z.object({
      cards: z.array(
        z.object({ card_seq: z.int(), card_info: z.string(), expire: z.string(), is_expired: z.boolean() }),
      ),
    }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_PAYMENT_UNAVAILABLE'],
  },
  'POST /admin/v1/subscriptions/{id}/preview': {
    summary: '定期便の変更を確かめる。休止中なら、再開したときの内容',
    permission: 'subscription.write',
    personal: true,
    trail: false,
    params,
    body: SubscriptionUpdate,
    response: SubscriptionPreview,
    errors: [...errors, 'ERROR_SUBSCRIPTION_ITEM_REFUSED'],
  },
  'PUT /admin/v1/subscriptions/{id}': {
    ...changing,
    summary: '定期便の内容を会員に代わって変更する',
    body: z.object({ ...SubscriptionUpdate.shape, version, shown_payment_total: yen, notify }),
    errors: [...errors, 'ERROR_SUBSCRIPTION_ITEM_REFUSED', 'ERROR_AMOUNT_CHANGED'],
  },
  'POST /admin/v1/subscriptions/{id}/skip': {
    ...changing,
    summary: '次回のお届けを会員に代わってお休みにする',
    body: halting,
    errors: [...errors, 'ERROR_SUBSCRIPTION_SKIP_LIMIT'],
  },
  'POST /admin/v1/subscriptions/{id}/undo-skip': {
    ...changing,
    summary: 'お休みを会員に代わって取り消す',
    body: z.object({ ...plain.shape, delivery_date: isoDate.optional().meta({ title: 'お届け日' }) }),
    errors: [...errors, 'ERROR_SUBSCRIPTION_UNDO_IMPOSSIBLE'],
  },
  'POST /admin/v1/subscriptions/{id}/pace/answer': {
    ...changing,
    summary: 'お手元の残りを会員に代わって答え、合うお届け方のご提案を受け取る。定期便は変わらない',
    body: z.object({ rest_answer: leftoverAnswerField, product_sku_id: answeredSkuField }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_PACE_OVER'],
  },
  'POST /admin/v1/subscriptions/{id}/pace': {
    ...changing,
    summary: 'ご提案のとおりに、会員に代わって変える',
    body: z.object({ ...plain.shape, pace_kind: PaceProposalView.shape.pace_kind, shown_payment_total: yen }),
    errors: [...errors, 'ERROR_PACE_OVER', 'ERROR_SUBSCRIPTION_ITEM_REFUSED', 'ERROR_AMOUNT_CHANGED'],
  },
  'POST /admin/v1/subscriptions/{id}/pace/undo': {
    ...changing,
    summary: 'ご提案による変更を、会員に代わって元に戻す(元のお届けの締切まで)',
    body: plain,
    errors: [...errors, 'ERROR_PACE_OVER', 'ERROR_SUBSCRIPTION_ITEM_REFUSED'],
  },
  'POST /admin/v1/subscriptions/{id}/pause': {
    ...changing,
    summary: '定期便を会員に代わって休止する',
    body: halting,
  },
  'POST /admin/v1/subscriptions/{id}/reopen': {
    ...changing,
    summary: '定期便を会員に代わって再開する',
    body: z.object({ version, notify, shown_payment_total: yen }),
    errors: [...errors, 'ERROR_SUBSCRIPTION_NOT_PAUSED', 'ERROR_AMOUNT_CHANGED'],
  },
  'POST /admin/v1/subscriptions/{id}/payment': {
    ...changing,
    summary: '定期便のお支払いを、会員の保存カードに変える。エラーのときは、すぐに再決済する',
    body: z.object({
      version,
      notify,
      card_seq: z.int('カードを選択してください。').min(0).max(9999).meta({ title: 'カードの番号' }),
    }),
    errors: [...errors, 'ERROR_PAYMENT_UPDATE_IMPOSSIBLE', 'ERROR_PAYMENT_UNAVAILABLE', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /admin/v1/subscriptions/{id}/cancel': {
    ...changing,
    summary: '定期便を会員に代わって解約する(年払いの残りは届く)',
    body: cancellation,
  },
  'POST /admin/v1/subscriptions/{id}/cancel-after': {
    ...changing,
    summary: '定期便を会員に代わって、手配中のお届けを最後に解約する',
    body: cancellation,
    errors: [...errors, 'ERROR_SUBSCRIPTION_NOT_ARRANGED'],
  },
  'POST /admin/v1/subscriptions/{id}/undo-cancel': {
    ...changing,
    summary: '手配中のお届けを最後とする解約を、会員に代わって取り消す',
    body: plain,
    errors: [...errors, 'ERROR_SUBSCRIPTION_NOT_ARRANGED', 'ERROR_SUBSCRIPTION_UNDO_IMPOSSIBLE'],
  },
  'POST /admin/v1/subscriptions/{id}/end': {
    ...changing,
    confirm: true,
    summary: '定期便をすぐに終了する(年払いの残りは届かない)',
    body: z.object({
      notify,
      decision_reason,
      /** Yen of a lump sum payment to refund with it; 0: none. */
      refund_amount: z
        .int('返金する金額を数字で入力してください。')
        .min(0, '0円以上で入力してください。')
        .max(999_999_999, '999,999,999円以下で入力してください。')
        .meta({ title: '返金する金額' }),
    }),
    errors: [...errors, ...refundErrors],
  },
  'POST /admin/v1/subscriptions/{id}/retry': {
    ...changing,
    summary: '定期便の再決済をいますぐ行う',
    errors: [...errors, 'ERROR_NOT_FAILED'],
  },
  'POST /admin/v1/subscriptions/{id}/deliver-unpaid': {
    ...changing,
    summary: '年払いの代金が足りないまま、この回のお届けを手配する',
    errors: [...errors, 'ERROR_NOT_FAILED'],
  },
  'POST /admin/v1/subscriptions/{id}/notes': {
    ...changing,
    summary: '定期便にメモを付ける',
    body: z.object({ body: z.string().trim().min(1, '内容を入力してください。').max(2000) }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY'],
  },
} as const satisfies AdminEndpoints
