import { CARRIER_NAME } from '@kushi/values/carrier'
import { CLICK_ID_NAMES } from '@kushi/values/click-id'
import { DOCUMENT_NAME } from '@kushi/values/document'
import * as rule from '@kushi/values/field-rule'
import { FEE_NAME, mapOrderFees } from '@kushi/values/order-amounts'
import { CREDIT_NOTE_KIND_NAME, REFUND_KIND_NAME } from '@kushi/values/order-credit'
import { ORDER_STATUS_NAME, REPLACEMENT_KIND_NAME } from '@kushi/values/order-status'
import { PAYMENT_METHOD_FILTER_NAME, PAYMENT_STATE_NAME } from '@kushi/values/payment-method'
import { IDENTITY_SIGN_KIND_NAME } from '@kushi/values/person'
import { prefectures } from '@kushi/values/prefecture'
import { z } from 'zod'
import { deliveryNotes, partyShape } from '../address.ts'
import { idempotencyKey, idParam, isoDate, yen } from '../endpoint.ts'
import { AddressForm } from '../form/address.ts'
import { optionalLineField } from '../form/field.ts'
import { oneOf } from '../one-of.ts'
import { paymentMethodId, Shipment, ToPay } from '../order.ts'
import { markPersonalData } from '../personal.ts'
import { Amounts, TaxLine } from '../quote.ts'
import { giftPromotionId, soldSetShape } from '../sku.ts'
import { WrappingChoiceShape, WrappingOfferShape, WrappingShape } from '../wrapping.ts'
import { exportBody, FileStream } from './csv.ts'
import { CustomerRow } from './customer.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'
import { Message } from './message.ts'

/** The next task for the operator, in words; empty: none. `tone` is its urgency. */
export const NextStep = z.object({ text: z.string(), tone: z.enum(['quiet', 'good', 'attention', 'stuck']) })
export type NextStep = z.infer<typeof NextStep>

const paymentState = oneOf(PAYMENT_STATE_NAME)

/** 注文, as the list shows it. Names are masked for roles that do not need them. */
export const OrderListRow = z.object({
  id: z.int(),
  order_no: z.string(),
  status: oneOf(ORDER_STATUS_NAME),
  next_step: NextStep,
  created_at: z.iso.datetime(),
  customer_id: z.int(),
  customer_name: z.string(),
  pref: z.string(),
  /** 「純椿油「しずく」 ほか1点」, and the total number of pieces. */
  items_text: z.string(),
  pieces: z.int().meta({ title: '点数' }),
  payment_method_id: paymentMethodId,
  moved_payment_name: z.string().nullable().meta({
    description:
      'お支払い方法 of an order from another system that this shop does not have (郵便振替); null: `payment_method_id` says it.',
  }),
  /** State of its last payment; null: there is nothing to pay. */
  payment_state: paymentState.nullable(),
  payment_total: z.int(),
  /** null: as soon as possible. */
  delivery_date: isoDate.nullable(),
  has_note: z.boolean(),
  /** The member has no earlier valid order. */
  is_first: z.boolean(),
  subscription_id: z.int().nullable(),
  cycle: z.int().nullable(),
  /** 再送・交換 of another order; null: an ordinary order. */
  replacement_kind: oneOf(REPLACEMENT_KIND_NAME).nullable().meta({ title: '再送・交換' }),
})
export type OrderListRow = z.infer<typeof OrderListRow>

const moment = z.iso.datetime()

/** 社内メモ */
export const OperatorNote = z.object({ id: z.int(), body: z.string(), operator_name: z.string(), created_at: moment })

/** One event, in words. `actor`: who did it; null if unknown. */
export const TimelineEntry = z.object({
  key: z.string().meta({ title: '鍵' }),
  kind: z.enum(['order', 'subscription', 'money', 'parcel', 'message', 'note', 'staff']),
  text: z.string(),
  detail: z.string().nullable(),
  actor: z.string().nullable(),
  created_at: moment,
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** One payment attempt. `message`: why it failed, ready to show. */
const Payment = z.object({
  id: z.int(),
  payment_method_id: paymentMethodId,
  state: paymentState,
  amount: z.int(),
  captured_amount: z.int(),
  refunded_amount: z.int(),
  /** Yen that the shop gave back by its own hand (bank transfer, cash). */
  repaid_amount: z.int(),
  refund_asked: z.int().nullable().meta({
    description:
      'Yen refunded in all that the provider was asked for and has not answered: no other way is open; null: none.',
  }),
  is_refund_due: z.boolean().meta({
    description: 'The order was called off, and a job has the provider give its money back now.',
  }),
  provider_order_id: z.string().meta({ title: '決済番号' }),
  /** The provider's account; null: cash, or from before it was recorded. */
  account: z.string().nullable().meta({ title: '勘定科目' }),
  to_pay: ToPay.nullable().meta({ description: '入金待ち: what the customer pays with; null: nothing is waited for.' }),
  transfers: z
    .array(
      z.object({
        id: z.int(),
        amount: yen,
        remitter_name: markPersonalData('name', z.string()).meta({
          title: '振込依頼人名',
          description: 'As the bank writes it.',
        }),
        transferred_on: isoDate.meta({ title: '振込の日', description: 'Its day at the bank.' }),
      }),
    )
    .meta({
      title: '入金した振込',
      description: '銀行振込: what reached the account of this payment, the oldest first.',
    }),
  capture_until: moment.nullable().meta({
    title: '仮売上の期限',
    description: 'Until when an authorisation can be captured; null: it is none, or the provider does not say.',
  }),
  message: z.string().nullable(),
  created_at: moment,
})

/** Why an action is not possible now, ready to show; null: it is possible. */
const refusal = z.string().nullable()

const wholeYen = z
  .int('1円単位の数字で入力してください。')
  .min(1, '1円以上で入力してください。')
  .max(999_999_999, '999,999,999円以下で入力してください。')
const words = (label: string) => z._default(optionalLineField(rule.maxLength(label, 40), rule.registrable(label)), '')
/** Whether the customer is notified by mail. */
const notify = z.boolean()
const moved = ['ERROR_NOT_FOUND', 'ERROR_ORDER_STATUS', 'ERROR_PAYMENT_BUSY'] as const
const atProvider = [...moved, 'ERROR_PAYMENT_REFUSED', 'ERROR_PAYMENT_UNAVAILABLE'] as const

/**
 * 返金の内容: the whole rest of an order, goods and fees, a price reduction on the whole, or the amount that is owed
 * already.
 */
const OrderRefund = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('return'),
      restock: z.boolean().meta({ title: '在庫に戻す', description: 'All returned goods go back into stock.' }),
      keep_subscription: z
        .boolean()
        .meta({ title: '定期便を続ける', description: 'The subscription that began with this order continues.' }),
    }),
    z.object({
      kind: z.literal('goods'),
      items: z
        .array(
          z.object({
            order_item_id: idParam.meta({ title: '明細の番号' }),
            quantity: z.int().min(1).max(99).meta({ title: '数量' }),
            restock: z.boolean().meta({ title: '在庫に戻す' }),
          }),
        )
        .max(100),
      ...mapOrderFees((name) => z.boolean().meta({ title: `${FEE_NAME[name]}も返す` })),
      amount: z
        .int('1円単位の数字で入力してください。')
        .min(0)
        .max(999_999_999)
        .meta({ title: '金額', description: 'The sum that the screen showed (yen); 0: goods that cost nothing.' }),
    }),
    z.object({
      kind: z.literal('reduction'),
      amount: wholeYen.meta({ title: '金額', description: 'Yen to refund now.' }),
    }),
    z.object({ kind: z.literal('owed') }),
  ])
  .meta({ title: '返金の内容', values: REFUND_KIND_NAME })
export type OrderRefund = z.infer<typeof OrderRefund>

/** Everything about an order on one page. */
export const OrderDetail = z.object({
  ...OrderListRow.shape,
  ...Amounts.shape,
  /** Changes with every update. An update against an older version is rejected. */
  version: z.string(),
  customer: z.object({
    id: z.int(),
    name: z.string(),
    kana: z.string(),
    email: z.string(),
    phone_number: z.string(),
    has_line: z.boolean(),
    moved_as: CustomerRow.shape.moved_as,
  }),
  /** お届け先, ready to show. */
  recipient: z.object({ name: z.string(), address: z.string(), phone_number: z.string() }),
  /** The same in separate fields, for editing; null for roles that may not see addresses. */
  shipping_address: z.object(partyShape).nullable().meta({ title: 'お届け先' }),
  delivery_id: z.int().meta({ title: '配送方法の番号' }),
  delivery_name: z.string(),
  delivery_time_id: z.int().nullable().meta({ title: '時間帯の番号' }),
  delivery_time: z.string().nullable(),
  delivery_notes: z.string().meta({ title: '備考' }),
  /** ギフト包装・のし・カード; null: none. */
  wrapping: WrappingShape.nullable(),
  adcd: z.string().nullable(),
  abmtcd: z.string().nullable(),
  /** 広告からの訪問: the page that the advert opened, and the media whose number of the click is kept; null: none. */
  ad_visit: z
    .object({ landing_path: z.string(), click_ids: z.array(z.enum(CLICK_ID_NAMES)) })
    .nullable()
    .meta({ title: '広告からの訪問' }),
  ad_consented: z
    .boolean()
    .meta({ title: '広告の成果を測ることへの同意', description: 'The customer agreed to it with this order.' }),
  items: z.array(
    z.object({
      id: z.int(),
      product_sku_id: z.int(),
      product_code: z.string(),
      product_name: z.string(),
      /** The chosen 香り・内容量, ready to show. */
      choices: z.string(),
      quantity: z.int(),
      price: z.int(),
      subtotal: z.int(),
      discount_amount: z.int(),
      tax_rate: z.int(),
      lump_sum_payment_flag: z.boolean(),
      gift_promotion_id: giftPromotionId,
      ...soldSetShape,
      /** Pieces that a 再送・交換 can still send. */
      replaceable: z.int(),
    }),
  ),
  /** 元のご注文, if this is a 再送・交換. */
  replaces: z.object({ id: z.int(), order_no: z.string() }).nullable().meta({ title: '元の注文' }),
  /** The 再送・交換 of this order, the newest first. */
  replacements: z.array(
    z.object({
      id: z.int(),
      order_no: z.string(),
      status: oneOf(ORDER_STATUS_NAME),
      replacement_kind: oneOf(REPLACEMENT_KIND_NAME),
    }),
  ),
  shipments: z.array(
    z.object({
      ...Shipment.shape,
      /** 代金引換: whether its label states the amount; null: another payment method, or no label was printed here. */
      collects_cash: z.boolean().nullable(),
    }),
  ),
  /** The newest first. */
  payments: z.array(Payment),
  /** Yen captured and not refunded. */
  kept_amount: z.int(),
  /** 未返金: yen that the customer is owed, because goods were not sent or came back; 0: nothing. */
  owed_amount: z.int(),
  bank_refund: z
    .object({
      state: z.enum(['asked', 'given', 'filed', 'returned']),
      amount: z.int(),
      is_expired: z.boolean(),
      updated_at: moment,
    })
    .nullable()
    .meta({
      title: '振込での返金',
      description: 'That the account was asked for, or is here, or the bank could not pay; null: none of it.',
    }),
  /** The pieces and fees that can still be refunded, each at the price paid. */
  refundable: z.object({
    /** The refund of one piece, of two pieces … */
    items: z.array(z.object({ order_item_id: z.int(), amounts: z.array(z.int()) })),
    ...mapOrderFees(() => z.int()),
    amount: z.int(),
  }),
  /** 赤伝: the credits, the newest first. */
  credits: z.array(
    z.object({
      id: z.int(),
      kind: oneOf(CREDIT_NOTE_KIND_NAME),
      amount: z.int(),
      tax_lines: z.array(TaxLine),
      /** Its goods and fees, ready to show. */
      lines: z.array(z.object({ name: z.string(), quantity: z.int().nullable(), amount: z.int(), tax_rate: z.int() })),
      created_at: moment,
    }),
  ),
  subscription: z.object({ id: z.int(), summary_status: z.int() }).nullable().meta({ title: '定期便' }),
  notes: z.array(OperatorNote),
  /** The latest 20 mails and LINE messages about it. */
  messages: z.array(Message),
  /** The newest first. */
  timeline: z.array(TimelineEntry),
  refusals: z.object({
    cancel: refusal,
    change: refusal,
    /** 宛先の変更を出荷に頼む: only while it is being packed. */
    address: refusal,
    refund: refusal,
    receive: refusal,
    replace: refusal,
    /** 戻った商品を記録する: for a 再送・交換 only. */
    goods_back: refusal.meta({ title: '戻った商品の記録' }),
    /** 荷物の戻りを記録する, for one of its parcels. */
    parcel_back: refusal.meta({ title: '戻った荷物' }),
    /** 入金を記録する: 代金引換 that no parcel collected. */
    cash: refusal,
  }),
  documents: z.object({
    receipt: refusal,
    statement: refusal,
    delivery_slip: refusal,
    return_invoice: refusal,
    /** Receipts issued so far. Unless it is 0, the next one is marked 再発行. */
    receipt_count: z.int(),
  }),
})
export type OrderDetail = z.infer<typeof OrderDetail>

export const orderList = {
  name: 'orders',
  filters: {
    status: { kind: 'select', label: '状態', options: ORDER_STATUS_NAME },
    payment_method_id: { kind: 'select', label: 'お支払い方法', options: PAYMENT_METHOD_FILTER_NAME },
    payment_state: { kind: 'select', label: '決済の状態', options: PAYMENT_STATE_NAME },
    product_id: { kind: 'select', label: '商品', options: null },
    pref_id: {
      kind: 'select',
      label: 'お届け先の都道府県',
      options: Object.fromEntries(prefectures.map((name, index) => [String(index + 1), name])),
    },
    created_at: { kind: 'date', label: '注文日' },
    delivery_date: { kind: 'date', label: 'お届け希望日' },
    shipped_on: { kind: 'date', label: '発送日' },
    captured_on: { kind: 'date', label: '入金日(売上確定日)' },
    payment_total: { kind: 'number', label: '金額', unit: '円' },
    is_subscription: { kind: 'flag', label: '定期便' },
    is_first: { kind: 'flag', label: '初回のご注文' },
    awaits_goods: { kind: 'flag', label: '交換の戻りの記録待ち' },
    is_owed: { kind: 'flag', label: '返金が済んでいない' },
    is_short: { kind: 'flag', label: '振込の金額が足りない' },
    is_lapsing: { kind: 'flag', label: '仮売上の期限が近い' },
    is_refunded: { kind: 'flag', label: '返品・返金あり' },
    is_sent_unpaid: { kind: 'flag', label: '発送したのに代金を受け取っていない' },
    is_held: { kind: 'flag', label: '出荷を止めている' },
    carrier: { kind: 'select', label: '配送会社', options: CARRIER_NAME },
    has_note: { kind: 'flag', label: '備考あり' },
    product_code: { kind: 'text', label: '商品コード(前方一致)' },
    adcd: { kind: 'text', label: '広告コード(「なし」も可)' },
    provider_order_id: { kind: 'text', label: '決済番号' },
    customer_id: { kind: 'text', label: '会員番号' },
  },
  sorts: { created_at: '注文日時', payment_total: '金額' },
  sort: '-created_at',
  search: '注文番号・お名前・かな・電話・メール・送り状番号(前方一致)',
  search_masked: '注文番号・送り状番号(前方一致)・電話・メール(全部一致)',
} as const satisfies List

const params = z.object({ id: idParam })
const shipmentNo = z.string().regex(/^[0-9A-Z]{1,12}$/)
/** The reason, for operators only. */
const decision_reason = z.string().trim().min(1, '理由を入力してください。').max(500, '500文字までで入力してください。')
export const OrderItems = z
  .array(
    z.object({
      product_sku_id: z.int('商品を選択してください。').positive().max(2_147_483_647),
      quantity: z
        .int('数量を数字で入力してください。')
        .min(1, '1〜99で入力してください。')
        .max(99, '1〜99で入力してください。'),
    }),
  )
  .min(1, '商品を1つ以上残してください。すべて取りやめるときは、キャンセルをお使いください。')
  .max(100)

/**
 * Items as a customer chose them; a set is one item. Branded, because the rows of an order also have parts of sets and
 * gifts.
 */
const ChosenItems = OrderItems.brand<'chosen'>()
export type ChosenOrderItems = z.infer<typeof ChosenItems>

/** Address and delivery of an order. */
const Way = z.object({
  shipping_address: AddressForm,
  delivery_notes: deliveryNotes,
  delivery_id: z.int('配送方法を選択してください。').positive().max(2_147_483_647),
  delivery_time_id: z.int().positive().max(2_147_483_647).nullable(),
  /** null: as soon as possible. */
  delivery_date: isoDate.nullable(),
})

/** A change of an order as the form holds it, before its items are checked. */
const OrderChange = z.object({
  /** The version that the screen loaded. */
  version: z.string().max(64).meta({ title: '版' }),
  ...Way.shape,
  items: ChosenItems,
  /** Yen added to the total; negative: a discount. */
  adjustment_amount: z
    .int('1円単位の数字で入力してください。')
    .min(-9_999_999, '-9,999,999円以上で入力してください。')
    .max(9_999_999, '9,999,999円以下で入力してください。')
    .meta({ title: '調整額' }),
  /** Absent: unchanged. Only for a single purchase; the chosen wrapping keeps its fee. */
  wrapping: WrappingChoiceShape.nullable().optional().meta({ title: 'ギフト' }),
  decision_reason: decision_reason.meta({ title: '理由' }),
  notify: notify.meta({ title: 'お客様に知らせる' }),
})
/** As a form has it; checked at the door, its items are `ChosenItems`. */
export type OrderChange = Omit<z.infer<typeof OrderChange>, 'items'> & { items: z.infer<typeof OrderItems> }

/**
 * 再送・交換: the goods that are sent, and the items of the original order that they replace. Omitted delivery fields are
 * copied from the original order; without a date it is shipped as soon as possible.
 */
const Replacement = z.object({
  kind: oneOf(REPLACEMENT_KIND_NAME),
  items: z
    .array(
      z.object({
        /** The item of the original. */
        order_item_id: idParam,
        /** The SKU that is sent for it; the same SKU for a 再送. */
        product_sku_id: z.int('商品を選択してください。').positive().max(2_147_483_647),
        quantity: z
          .int('数量を数字で入力してください。')
          .min(1, '1〜99で入力してください。')
          .max(99, '1〜99で入力してください。'),
      }),
    )
    .min(1, 'お送りする商品を1つ以上選択してください。')
    .max(100),
  ...Way.partial().shape,
  decision_reason,
  notify,
  idempotency_key: idempotencyKey,
})
export type Replacement = z.infer<typeof Replacement>

/** Values before and after a change, ready to show. */
export const ChangePreview = z.object({
  before: Amounts,
  after: Amounts,
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** The effect on the payment, in one sentence. */
  payment_text: z.string(),
})
export type ChangePreview = z.infer<typeof ChangePreview>

export const ChangeOptions = z.object({
  deliveries: z.array(
    z.object({
      id: z.int(),
      delivery_name: z.string(),
      mail_delivery_flag: z.boolean(),
      times: z.array(z.object({ id: z.int(), delivery_time: z.string() })),
    }),
  ),
  wrapping_offer: WrappingOfferShape,
  /** SKUs that can be added. */
  skus: z
    .array(
      z.object({
        id: z.int(),
        product_code: z.string().meta({ title: '商品コード' }),
        name: z.string(),
        price: z.int().meta({ title: '価格' }),
        stock: z.int().meta({ title: '在庫' }),
      }),
    )
    .meta({ title: '種類' }),
})
export type ChangeOptions = z.infer<typeof ChangeOptions>

/** 宛先の変更のご希望, for an order that is being packed. */
const AddressWish = z.object({ shipping_address: AddressForm, decision_reason, notify })

/** An order as it is compared with another one. */
const ComparedOrder = z.object({
  id: z.int(),
  order_no: z.string(),
  status: oneOf(ORDER_STATUS_NAME),
  created_at: moment,
  customer_id: z.int(),
  name: z.string(),
  kana: z.string(),
  address: z.string(),
  phone_number: z.string(),
  email: z.string(),
  items: z.array(z.string()).meta({ description: 'Name and pieces of each item, ready to show.' }),
  payment_total: z.int(),
  payment_method_id: z.int().nullable(),
})
export type PersonCheckOrder = z.infer<typeof ComparedOrder>

/**
 * A check of an order (ご注文の確認): its buyer may be the same person as another (同じ方かの確認), or 注意リスト or 不正注文の審査 applies.
 * `told`: the order had the normal price, as its confirmation said. `held`: it waits before shipping.
 */
export const PersonCheck = z.object({
  outcome: z
    .enum(['told', 'held'])
    .meta({ description: '`told`: the normal price was shown and paid. `held`: a decision is due.' }),
  due_at: moment.nullable().meta({ description: 'When it should be decided: the end of the next working day.' }),
  is_late: z.boolean().meta({ description: 'It is not decided, and `due_at` is over.' }),
  asked_at: moment.nullable().meta({ description: 'When the customer was asked by mail.' }),
  decision: z
    .enum(['ship', 'normal_price', 'cancel'])
    .nullable()
    .meta({ description: 'What was decided; null: nothing yet.' }),
  decided_at: moment.nullable().meta({ description: 'When it was decided.' }),
  benefits: z.array(z.string()).meta({ description: 'What is once a person, by name.' }),
  order: ComparedOrder.meta({ description: 'This order.' }),
  others: z
    .array(
      z.object({
        ...ComparedOrder.shape,
        kinds: z.array(oneOf(IDENTITY_SIGN_KIND_NAME)).meta({ description: 'What is the same in both.' }),
      }),
    )
    .meta({ description: 'The latest order of each other account; at most 5.' }),
  is_watched: z.boolean().meta({ description: 'It is held because of 注意リスト.' }),
  risk_reasons: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Why 不正注文の審査 holds it, in the service’s words; null: it does not.' }),
  is_open: z.boolean().meta({ description: 'A decision is due.' }),
  normal_price: z
    .object({
      payment_total: z.int(),
      text: z.string().meta({ description: 'What happens to the payment, in one sentence.' }),
      refusal: z.string().nullable().meta({ description: 'Why it can’t be changed to that; null: it can.' }),
    })
    .nullable()
    .meta({
      description:
        'The order at the normal price; null: nothing is due, or nothing was given that could be taken back.',
    }),
})
export type PersonCheck = z.infer<typeof PersonCheck>

/** Decisions on an order whose buyer may be the same person as that of another order. */
export const PERSON_CHECK_DECISION_NAME = {
  ship: 'このまま送る',
  ask: 'お客様にうかがう',
  normal_price: '通常の価格にする',
} as const

const PersonCheckAnswer = z.object({
  check: PersonCheck.nullable().meta({ description: 'ご注文の確認; null: the order has none.' }),
})

const changeErrors = [...atProvider, 'ERROR_CHANGED_MEANWHILE', 'ERROR_OUT_OF_STOCK'] as const

export const orderAdminEndpoints = {
  'GET /admin/v1/orders': {
    summary: '注文一覧',
    permission: 'order.read',
    query: listQuery(orderList),
    may_be_old: true,
    response: listPage(OrderListRow),
  },
  'POST /admin/v1/orders/export': {
    summary: '注文のCSVを出力する(個人情報)',
    permission: 'export.personal',
    confirm: true,
    body: exportBody(orderList),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
  'POST /admin/v1/orders/items/export': {
    summary: '注文の商品ごとのCSVを出力する(個人情報なし)',
    permission: 'report.read',
    body: exportBody(orderList),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
  'GET /admin/v1/orders/{id}': {
    summary: '注文の詳細',
    permission: 'order.read',
    params,
    response: OrderDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/orders/{id}/person-check': {
    summary: '同じ方かの確認: 一致した注文を並べて見る',
    permission: 'order.read',
    params,
    response: PersonCheckAnswer,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/orders/{id}/person-check': {
    summary: '同じ方かの確認を決める(出荷する、お客様に確認する、通常価格にする)',
    permission: 'order.write',
    params,
    body: z.object({
      decision: oneOf(PERSON_CHECK_DECISION_NAME).meta({
        description: '`ship` as it is; `ask` the customer by mail, and wait; `normal_price`: changes the order.',
      }),
      has_consent: z
        .boolean()
        .default(false)
        .meta({ description: 'The customer agreed to the normal price; required for it.' }),
    }),
    response: PersonCheckAnswer,
    errors: changeErrors,
  },
  'POST /admin/v1/orders/{id}/address-wish': {
    summary: '出荷作業中の注文の宛先の変更を、出荷の担当者に頼む',
    permission: 'order.write',
    params,
    body: AddressWish,
    response: OrderDetail,
    errors: moved,
  },
  'GET /admin/v1/orders/{id}/change': {
    summary: '注文の変更で選べるもの',
    permission: 'order.write',
    params,
    response: ChangeOptions,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/orders/{id}/change/preview': {
    summary: '注文の変更を確かめる',
    permission: 'order.write',
    personal: true,
    trail: false,
    params,
    body: OrderChange,
    response: ChangePreview,
    errors: changeErrors,
  },
  'PUT /admin/v1/orders/{id}': {
    summary: '注文の内容を変更する',
    permission: 'order.write',
    params,
    body: OrderChange,
    response: OrderDetail,
    errors: changeErrors,
  },
  'POST /admin/v1/orders/{id}/cancel': {
    summary: '注文をキャンセルする',
    permission: 'order.write',
    params,
    /** `keep_subscription`: the subscription that began with this order continues. */
    body: z.object({ decision_reason, notify, keep_subscription: z.boolean().meta({ title: '定期便を続ける' }) }),
    response: OrderDetail,
    errors: moved,
  },
  'POST /admin/v1/orders/{id}/refund': {
    summary: '返金する',
    permission: 'payment.write',
    params,
    body: z.object({
      refund: OrderRefund,
      by_hand: z.boolean().meta({
        title: 'お店で返金した',
        description: 'The money went back by bank transfer or in cash: it is only recorded.',
      }),
      seen: z
        .object({
          refunded_amount: z.int().min(0).meta({ title: '返金した金額', description: 'Yen refunded by the provider.' }),
          repaid_amount: z.int().min(0).meta({ title: 'お店から返金した金額', description: 'Yen given back by hand.' }),
          owed_amount: z.int().min(0).meta({ title: '未返金', description: 'Yen owed.' }),
        })
        .meta({
          title: '画面の金額',
          description: 'What the screen showed when it was loaded; another press of the same screen is refused.',
        }),
      decision_reason,
      notify,
    }),
    response: OrderDetail,
    errors: [...atProvider, 'ERROR_CHANGED_MEANWHILE', 'ERROR_REFUND_UNANSWERED'],
  },
  'POST /admin/v1/orders/{id}/take-as-paid': {
    summary: '足りない振込を、支払い済みとして受け取る',
    permission: 'payment.write',
    params,
    body: z.object({
      /** Yen received when the screen was loaded. */
      captured_amount: z.int().min(1).meta({ title: '受け取った金額' }),
      decision_reason,
    }),
    response: OrderDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_ORDER_STATUS', 'ERROR_CHANGED_MEANWHILE'],
  },
  'POST /admin/v1/orders/{id}/owed/keep': {
    summary: '未返金を返金しないことにする',
    permission: 'payment.write',
    params,
    body: z.object({
      /** Yen owed when the screen was loaded. */
      owed_amount: z.int().min(1).meta({ title: '未返金' }),
      decision_reason,
    }),
    response: OrderDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_ORDER_STATUS', 'ERROR_CHANGED_MEANWHILE'],
  },
  'POST /admin/v1/orders/{id}/replacement': {
    summary: '再送・交換の商品を送る',
    permission: 'order.write',
    params,
    body: Replacement,
    /** The new order. */
    response: OrderDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_ORDER_STATUS', 'ERROR_OUT_OF_STOCK', 'ERROR_CHANGED_MEANWHILE'],
  },
  'POST /admin/v1/orders/{id}/goods-back': {
    summary: '再送・交換で戻った商品を記録する',
    permission: 'order.write',
    params,
    /** `restock`: the goods go back into stock; otherwise the stock does not change. */
    body: z.object({ restock: z.boolean(), decision_reason }),
    response: OrderDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_ORDER_STATUS'],
  },
  'POST /admin/v1/orders/{id}/receive': {
    summary: 'お届け済みにする',
    permission: 'order.write',
    params,
    /** Absent: all parcels in transit. */
    body: z.object({ shipment_no: shipmentNo.optional().meta({ title: '出荷番号' }) }),
    response: OrderDetail,
    errors: [...moved, 'ERROR_SHIPMENT_STATUS'],
  },
  'POST /admin/v1/orders/{id}/parcels/{shipment_no}/cancel': {
    summary: '欠品の荷物を取り消す',
    permission: 'order.write',
    params: z.object({ id: idParam, shipment_no: shipmentNo }),
    /** `notify`: the customer is told by mail, unless it is false. */
    body: z.object({ decision_reason, notify: z.boolean().optional() }),
    response: OrderDetail,
    errors: [...moved, 'ERROR_SHIPMENT_STATUS'],
  },
  'POST /admin/v1/orders/{id}/parcels/{shipment_no}/back': {
    summary: '荷物の戻り(受取拒否など)を記録する',
    permission: 'order.write',
    params: z.object({ id: idParam, shipment_no: shipmentNo }),
    body: z.object({
      /** 代金引換 of a parcel that counts as お届け済み: its amount was not received. */
      is_unpaid: z.boolean().default(false).meta({ title: '代引の代金を受け取っていない' }),
      decision_reason,
    }),
    response: OrderDetail,
    errors: [...moved, 'ERROR_SHIPMENT_STATUS'],
  },
  'POST /admin/v1/orders/{id}/cash': {
    summary: '代金引換の入金(お振り込みなど)を記録する',
    permission: 'payment.write',
    params,
    body: z.object({
      /** Yen received now; at most the open amount. */
      amount: wholeYen,
      /** Yen received before, as the screen showed it. */
      captured_amount: z.int().min(0).meta({ title: '受け取った金額' }),
      /** The day on which the money arrived, not after today. */
      paid_on: z.iso.date('入金日を入力してください。').meta({ title: '入金日' }),
      decision_reason,
    }),
    response: OrderDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_ORDER_STATUS', 'ERROR_CHANGED_MEANWHILE'],
  },
  'POST /admin/v1/orders/{id}/refund/not-made': {
    summary: '結果のわからない返金が、決済会社で行われていないことを記録する',
    permission: 'payment.write',
    confirm: true,
    params,
    body: z.object({
      refund_asked: z.int().min(1).meta({
        title: '返金のご依頼',
        description: 'Yen refunded in all that the provider was asked for, as the screen showed.',
      }),
      decision_reason,
    }),
    response: OrderDetail,
    errors: atProvider,
  },
  'POST /admin/v1/orders/{id}/notes': {
    summary: '注文にメモを付ける',
    permission: 'order.write',
    params,
    body: z.object({ body: z.string().trim().min(1, '内容を入力してください。').max(2000) }),
    response: OrderDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY'],
  },
  'POST /admin/v1/orders/{id}/documents': {
    summary: 'ご利用明細・領収書・納品書・適格返還請求書を発行する',
    permission: 'order.read',
    params,
    body: z.object({
      type: oneOf(DOCUMENT_NAME).meta({ title: '種類' }),
      /** 宛名; absent: the member or the member's company. 様 or 御中 is added. */
      name: words('宛名'),
      /** 但し書き of a receipt, 「商品代」 if left out. */
      proviso: words('但し書き').meta({ title: '但し書き' }),
    }),
    file: 'application/pdf',
    response: FileStream,
    errors: ['ERROR_NOT_FOUND', 'ERROR_FORBIDDEN', 'ERROR_DOCUMENT_UNAVAILABLE'],
  },
  'POST /admin/v1/orders/{id}/evidence': {
    summary: '注文の証拠書類(広告・確認画面・同意・メール・価格・経過)をPDFで出力する',
    permission: 'export.personal',
    params,
    body: z.object({
      reason: markPersonalData(
        'text',
        z
          .string()
          .trim()
          .min(1, '提出先と理由を入力してください。')
          .max(500)
          .meta({ title: '理由', description: 'To whom it is handed and why; kept in the trail.' }),
      ),
    }),
    file: 'application/pdf',
    response: FileStream,
    errors: ['ERROR_NOT_FOUND', 'ERROR_FORBIDDEN'],
  },
  'GET /admin/v1/order-desk': {
    summary: '注文を絞り込むための選択肢',
    permission: 'order.read',
    response: z.object({ products: z.array(z.object({ id: z.int(), product_name: z.string() })) }),
  },
} as const satisfies AdminEndpoints
