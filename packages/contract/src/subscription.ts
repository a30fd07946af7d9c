import { CANCEL_OFFER_NAME, CANCEL_OFFERS } from '@kushi/values/cancel-offer'
import { ORDER_STATUS_NAME } from '@kushi/values/order-status'
import { PACE_ANSWER_NAME, PACE_PROPOSAL_NAME } from '@kushi/values/pace'
import { NO_ANSWER_ACTION_NAME, PRICE_OFFER_STATE_TEXT } from '@kushi/values/price'
import { z } from 'zod'
import { deliveryNotes, ShippingAddress } from './address.ts'
import { cardToken, sheetToken } from './card.ts'
import { DeliveryTime } from './delivery.ts'
import { type Endpoints, idParam, isoDate, pageOf, pageQuery, pieces, quantity, yen } from './endpoint.ts'
import { AddressForm } from './form/address.ts'
import { oneOf } from './one-of.ts'
import { DeliveryPattern, paymentMethodId, SecondWay, SecondWayChoice, Shipment, Term } from './order.ts'
import { Amounts, ItemPromotion, LaterAmounts, QuotedGift, QuotedPromotion, SetContent } from './quote.ts'
import { lumpSumShape, skuShape } from './sku.ts'

/** 定期便の商品 with its price in the next delivery; yen, tax included. */
export const SubscriptionOrderItem = z.object({
  ...skuShape,
  id: z.int(),
  product_sku_id: z.int(),
  quantity: pieces,
  /** Price of one piece in the next delivery. */
  price: yen,
  subtotal: yen,
  /** Discount per piece (rounded down), and for all pieces of the item. */
  discount_amount: yen,
  discount_amount_total: yen.meta({ description: '割引 of the line, yen.' }),
  promotions: z.array(ItemPromotion),
  tax: yen,
  tax_rate: z.int(),
  sale_limit: z.int(),
  is_product_sku_valid: z.boolean(),
  is_out_stock: z.boolean(),
  is_one_time: z.boolean().meta({ description: '今回のみ: goes with the next delivery only.' }),
  is_left_out: z.boolean().meta({
    description: '今回だけ除く: not in the next delivery and not charged with it; it comes again with the one after.',
  }),
  can_leave_out: z.boolean().meta({ description: 'It can be left out of the next delivery now (`is_left_out`).' }),
  parts: z
    .array(SetContent)
    .meta({ description: 'セットの中身 as promised: what one piece of it consists of; empty: not a set.' }),
  ...lumpSumShape,
})
export type SubscriptionOrderItem = z.infer<typeof SubscriptionOrderItem>

/** 定期便: items, dates, amounts, address, payment, and the last day for changes. */
const VERSION = 'Goes back with a change; another change meanwhile and it is refused.'
export const Subscription = z.object({
  id: z.int(),
  /**
   * Send it with every change. If the subscription has changed since, the call is rejected (409
   * ERROR_SUBSCRIPTION_CHANGED).
   */
  version: z.int().meta({ description: VERSION }),
  /** 1 normal, 2 settlement error, 3 out of stock, 4 other error, 5 pause, 6 cancel. */
  summary_status: z.int(),
  summary_status_name: z.string().meta({ description: 'The status, ready to show.' }),
  /** Number of the next delivery (○回目). */
  cycle: z.int(),
  next_delivery_date: isoDate,
  next_next_delivery_date: isoDate,
  /** The last day (until its end) on which the next delivery can be changed, and the day on which it is charged. */
  change_deadline: isoDate,
  charge_date: isoDate.meta({
    description: 'The day on which the next delivery is charged, where its way to pay charges.',
  }),
  ...DeliveryPattern.shape,
  pattern_label: z.string().meta({ description: 'お届け周期, ready to show: 「毎月5日」.' }),
  subscription_order_item: z
    .array(SubscriptionOrderItem)
    .meta({ description: 'Goods of the next delivery, and those of the contract that are left out of it.' }),
  /** Amounts of the next delivery. */
  ...Amounts.shape,
  /** The promotions that it began with or took later: what each gives in the next delivery, and until which delivery it holds. */
  promotions: z.array(QuotedPromotion),
  gifts: z.array(QuotedGift).meta({ description: 'プレゼント: goods that come with the next delivery at 0 yen.' }),
  /** Amounts of the deliveries after the next one; the last ones are those of all further deliveries. */
  later: z.array(LaterAmounts),
  delivery_id: z.int(),
  delivery_name: z.string(),
  delivery_time_id: z.int().nullable(),
  delivery_time: z.string().nullable(),
  shipping_address: ShippingAddress,
  payment_method_id: paymentMethodId,
  payment_name: z.string(),
  card_seq: z.int().nullable(),
  second_way: SecondWay.extend({
    payment_fee: yen.meta({ description: '手数料 of the next delivery by it, as was said when it was named, yen.' }),
  })
    .nullable()
    .meta({
      common: true,
      title: 'お支払いできないときに使う方法',
      description: 'What a delivery is paid by on the same day if the present way is refused for good; null: none.',
    }),
  payment_repair_url: z
    .string()
    .nullable()
    .meta({ description: 'Where the member mends what the provider charges (Amazon Pay); null: here.' }),
  lock: z
    .enum(['cancelled', 'in_progress', 'arranged'])
    .nullable()
    .meta({ description: 'Why nothing can be changed now; null: it can.' }),
  lock_message: z.string().nullable().meta({ description: 'The same, ready to show.' }),
  is_ending: z.boolean().meta({ description: 'It ends with the delivery that is arranged.' }),
  failure: z
    .object({
      failure: z.string(),
      message: z.string(),
      attempts: z.int().meta({ description: 'Tries so far.' }),
      retry_on: isoDate.nullable().meta({ description: 'When it is tried again; null: not by itself.' }),
    })
    .nullable()
    .meta({ description: 'Why the next delivery could not be arranged; null: nothing failed.' }),
  arranged_order: z
    .object({
      order_no: z.string(),
      status: oneOf(ORDER_STATUS_NAME).meta({ description: '状態 of the order.' }),
      delivery_date: isoDate.nullable(),
      payment_total: yen,
      shipments: z.array(Shipment),
    })
    .nullable()
    .meta({ description: 'The order of the next delivery, once there is one; else null.' }),
  last_order: z
    .object({ order_no: z.string(), delivery_date: isoDate.nullable() })
    .nullable()
    .meta({ description: 'After a 解約: the delivery that still comes; null: none.' }),
  prepaid: z
    .object({
      remaining: z.int().meta({ description: 'Deliveries still to come.' }),
      total: z.int().meta({ description: 'Deliveries paid for.' }),
    })
    .nullable()
    .meta({ description: '年払い: deliveries paid ahead; null: none.' }),
  cancel_text: z
    .string()
    .meta({ description: 'What a 解約 would do now, with the amount that is given back, ready to show.' }),
  /** Actions that the member can take now. false: the screen shows no button. */
  can: z
    .object({
      update: z
        .boolean()
        .meta({ description: 'In `can`: change it. In a request: what is changed before it is reopened.' }),
      change_items: z.boolean().meta({ description: 'Change its goods.' }),
      change_payment: z.boolean().meta({ description: 'Change how it is paid.' }),
      name_second_way: z.boolean().meta({ description: 'Name お支払いできないときに使う方法.' }),
      skip: z.boolean().meta({ description: 'Leave the next delivery out.' }),
      undo_skip: z.boolean().meta({ description: 'Take that back.' }),
      pause: z.boolean().meta({ description: '休止.' }),
      reopen: z.boolean().meta({ description: '再開.' }),
      cancel: z.boolean().meta({ description: '解約.' }),
      cancel_after: z.boolean().meta({ description: '解約 with the receipt of the delivery that is arranged.' }),
      undo_cancel: z.boolean().meta({ description: 'Take that back.' }),
      answer_rest: z.boolean().meta({ description: 'Say how much is left at home (`…/pace`).' }),
    })
    .meta({ description: 'What the member can do now.' }),
  skipped: z
    .array(
      z.object({ delivery_date: isoDate, undo_until: isoDate.meta({ description: 'Until when it can be undone.' }) }),
    )
    .meta({ description: 'The skipped deliveries that can be restored, the soonest first.' }),
})
export type Subscription = z.infer<typeof Subscription>

export const SubscriptionChange = z.object({
  name: z.string(),
  label: z.string(),
  before: z.string().meta({ description: 'As it was.' }),
  after: z.string().meta({ description: 'As it is or would be.' }),
})
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

/**
 * An event in the history (履歴) of a subscription: what happened, who did it, and what changed. All texts are ready to
 * show.
 */
export const SubscriptionEvent = z.object({
  id: z.int(),
  event: z.string().meta({ description: 'Constant name of what happened.' }),
  text: z.string().meta({ description: 'Ready to show.' }),
  actor: z.string().meta({ description: 'Who did it: `customer`, `shop` or `system`.' }),
  changes: z.array(SubscriptionChange).meta({ description: 'What is different, ready to show.' }),
  created_at: z.string(),
})
export type SubscriptionEvent = z.infer<typeof SubscriptionEvent>

/**
 * The effect of a new price on a subscription: the first delivery with that price, by the present dates. Yen, tax
 * included.
 */
export const PriceEffect = z.object({
  delivery_date: isoDate,
  change_deadline: isoDate,
  total_before: yen.meta({
    description: 'What that delivery costs in all at the present price, with fees and discounts.',
  }),
  total_after: yen.meta({ description: 'The same at the new price.' }),
  fees: z
    .array(z.object({ label: z.string(), before: yen, after: yen }))
    .meta({ description: 'Its fees that change, such as 送料, before and after, yen.' }),
})
export type PriceEffect = z.infer<typeof PriceEffect>

/**
 * 価格変更のお伺い: asks for consent to a higher price. Without consent the price never rises. Prices per piece, tax included.
 */
export const PriceOffer = z.object({
  id: z.int(),
  subscription_id: z.int(),
  is_fees: z.boolean().meta({
    description:
      '送料・手数料 would change, and the prices are those of one delivery in all; else the price of a product.',
  }),
  item_name: z.string().meta({ description: 'Name of the product, with the choice in brackets, or 送料・手数料.' }),
  quantity: pieces,
  old_price: yen.meta({ description: 'One piece as it is, yen, tax included.' }),
  new_price: yen.meta({
    description: 'One piece as it would be, yen, tax included; it holds only once the member has agreed.',
  }),
  from_date: isoDate.meta({ description: 'The first day of delivery with the new price.' }),
  answer_by: isoDate.meta({ description: 'The last day to answer.' }),
  without_answer: oneOf(NO_ANSWER_ACTION_NAME).meta({
    description: 'Without a yes: `keep` the old price stays, `pause` the subscription is paused.',
  }),
  state: oneOf(PRICE_OFFER_STATE_TEXT).meta({
    description: '`asked`, `agreed`, `refused`, `lapsed` without an answer, or `withdrawn` by the shop.',
  }),
  can_answer: z.boolean().meta({ description: 'Whether it can be answered now.' }),
  effect: PriceEffect.nullable().meta({
    description: 'What it does to the next delivery with the new price; null: it can’t be answered any more.',
  }),
})
export type PriceOffer = z.infer<typeof PriceOffer>

/** A proposed change of the pace (ペースのご提案), with its effects. */
export const PaceProposalView = z.object({
  pace_kind: oneOf(PACE_PROPOSAL_NAME).meta({
    title: 'ご提案',
    description:
      '`leave_out` this delivery without the product, `later` or `sooner` this delivery only, `interval` another interval, `fewer` one piece fewer.',
  }),
  label: z.string(),
  text: z.string().meta({ description: 'The forecast of the product for which it is proposed, ready to show.' }),
  changes: z.array(SubscriptionChange),
  delivery_date: isoDate,
  charge_date: isoDate
    .nullable()
    .meta({ description: 'The day on which it is charged; null: nothing is charged by itself (代引, 後払い).' }),
  payment_total: yen,
  stays: z.array(z.string()).meta({
    description: 'What it does to promised prices, promotions and the delivery fee, ready to show.',
  }),
})
export type PaceProposalView = z.infer<typeof PaceProposalView>

export const leftoverAnswerField = oneOf(PACE_ANSWER_NAME).meta({
  title: 'お手元の残り',
  description:
    'How much is left: `none`, `half`, `one`, `one_half`, `two` or more, `more` (one or more), `fits` just right.',
})

/** お手元の残りの見込み of the main good and of the others, and what would fit. It tells nothing of the person. */
export const Pace = z.object({
  product_sku_id: z.int(),
  item_name: z.string(),
  version: z.int().meta({ description: VERSION }),
  delivery_date: isoDate,
  change_deadline: isoDate,
  text: z.string().meta({ description: 'The forecast in words: an estimate, not what a product does.' }),
  is_off: z.boolean().meta({ description: 'Much would be left, or nothing long before: a proposal can be asked for.' }),
  rest_answer: leftoverAnswerField.nullable(),
  others: z
    .array(
      z.object({
        product_sku_id: z.int(),
        item_name: z.string(),
        text: z.string().meta({ description: 'The forecast in words; empty: it is not told.' }),
        rest_answer: leftoverAnswerField.nullable(),
      }),
    )
    .meta({ description: 'The other goods of the contract that say how long they last, each asked by itself.' }),
  proposals: z
    .array(PaceProposalView)
    .meta({ description: 'What was proposed for this delivery, the most fitting first; empty: nothing.' }),
  taken_proposal: z
    .object({
      pace_kind: PaceProposalView.shape.pace_kind,
      label: z.string(),
      undo_until: isoDate.nullable().meta({ description: 'The last day to undo it; null: it can’t be undone.' }),
    })
    .nullable()
    .meta({ description: 'The proposal of this delivery that was taken; null: none.' }),
})
export type Pace = z.infer<typeof Pace>

/** A possible 配送方法 of the next delivery, with its delivery fee. */
export const DeliveryOffer = z.object({
  id: z.int(),
  delivery_name: z.string(),
  mail_delivery_flag: z
    .boolean()
    .meta({ description: 'メール便: letterbox delivery without day, time zone and cash.' }),
  delivery_fee: yen.meta({ description: '送料 of the next delivery by this method, yen, tax included.' }),
  cool_fee: yen.meta({ description: 'クール代 of the next delivery by this method, yen, tax included.' }),
  times: z.array(DeliveryTime).meta({ description: 'お届け時間帯 of the method; empty: it has none.' }),
})
export type DeliveryOffer = z.infer<typeof DeliveryOffer>

/** In the shop's order. */
const deliveries = z.array(DeliveryOffer)

/** The newest 100 events, the newest first. */
export const SubscriptionDetail = z.object({
  ...Subscription.shape,
  deliveries: deliveries.meta({
    description: '配送方法 that the next delivery can go by, in the shop’s order; empty: nothing can be changed.',
  }),
  price_offers: z
    .array(PriceOffer)
    .meta({ description: '価格変更のお伺い that wait for an answer, or whose agreed price is still to come.' }),
  events: z.array(SubscriptionEvent).meta({ description: '履歴: the newest 100, the newest first.' }),
})
export type SubscriptionDetail = z.infer<typeof SubscriptionDetail>

const int4 = z.int().positive().max(2_147_483_647)
/** A way to pay one delivery by the link of the mail about its refused payment, for at most the announced total. */
const PayLinkMethod = z.object({
  payment_method_id: paymentMethodId,
  payment_name: z.string(),
  description: z.string(),
  payment_total: yen,
  consent_text: z.string().nullable(),
})
export type PayLinkMethod = z.infer<typeof PayLinkMethod>

const PAY_LINK_STATES = ['open', 'in_progress', 'paid', 'over', 'expired'] as const
/** The data of that link's page. */
const PayLink = z.object({
  state: z.enum(PAY_LINK_STATES).meta({
    description:
      'open: it can be paid; in_progress: a payment is not decided yet; paid; over: skipped, moved, cancelled or ended since; expired.',
  }),
  /** Why it can’t be paid, or what became of the last try; null: nothing to say. */
  message: z.string().nullable(),
  delivery: z
    .object({
      delivery_date: isoDate.meta({ description: 'The first day on which it can arrive now.' }),
      pay_until: isoDate.meta({ description: 'The last day of the link.' }),
      goods: z.array(z.string()).meta({ description: 'What is delivered, a line each.' }),
    })
    .nullable()
    .meta({ description: 'null: the state is not open.' }),
  methods: z.array(PayLinkMethod).meta({ description: 'Ways to pay it now; empty: `message` says why.' }),
})
export type PayLink = z.infer<typeof PayLink>

/** The token of the link to one delivery, sealed by the server. */
const deliveryToken = z
  .string()
  .max(400)
  .regex(/^[\w.-]+$/)
/** The secret token in the link of a mail. */
const token = z.string().regex(/^[\w-]{43}$/)
const version = z.int().min(1).max(2_147_483_647).meta({ description: VERSION })

/** The item that お手元の残り is about: the main one, or one of `others`. Absent: the main one. */
export const answeredSkuField = int4.optional()

/** The fields to change. An omitted field keeps its value. `items` is the whole list. */
export const SubscriptionUpdate = z.object({
  items: z
    .array(
      z.object({
        product_sku_id: int4,
        quantity,
        /** 今回のみ */
        is_one_time: z.boolean().default(false),
        /** 今回だけ除く; absent: it stays as it is, unless the number of pieces changes. */
        is_left_out: z.boolean().optional().meta({
          title: '今回だけ除く',
          description: '今回だけ除く: not in the next delivery. Needs `shown_payment_total`.',
        }),
      }),
    )
    .min(1)
    .max(50)
    .optional(),
  shipping_address: z.optional(AddressForm).meta({ description: 'お届け先.' }),
  delivery_notes: deliveryNotes.optional(),
  delivery_id: int4.optional(),
  delivery_time_id: int4.nullable().optional(),
  delivery_pattern: DeliveryPattern.optional(),
  next_delivery_date: isoDate.optional(),
  /** Left out while the next date or the pattern changes: computed by the pattern. */
  next_next_delivery_date: isoDate.optional(),
})
export type SubscriptionUpdate = z.infer<typeof SubscriptionUpdate>

/** The selectable days of the next two deliveries, and the date of the third one that follows from them. */
const deliveryDays = z.object({
  items: z.array(isoDate),
  next_next_items: z.array(isoDate).meta({ description: 'Days to choose from for the delivery after the next.' }),
  third_delivery_date: isoDate.meta({ description: 'The delivery after the next two, as the pattern gives it.' }),
})

const params = z.object({ id: idParam })
const member = { auth: 'member', params, response: SubscriptionDetail } as const
const common = ['ERROR_NOT_FOUND', 'ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL'] as const
const changeErrors = [
  ...common,
  'ERROR_SUBSCRIPTION_ARRANGED',
  'ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS',
  'ERROR_SUBSCRIPTION_CHANGED',
  'ERROR_SUBSCRIPTION_PAUSED',
] as const
/** Always true: the member makes the change. false is rejected, because changes by the shop have their own calls. */
const customer_flag = z.literal(true).default(true)
/** The member agreed to `consent_text` of the new payment method. */
const third_party_consent = z.boolean().default(false)
/** The text that the member must consent to, because another company will send the bill; null: no consent needed. */
const consent_text = z.string().nullable()

/** 休止 or お休みの理由; absent: none was given. */
const halt_reason = z
  .int()
  .min(1)
  .max(99)
  .optional()
  .meta({ description: 'Id of the master data `pause_reason`, of a skip `skip_reason`.' })
const offered = z
  .array(oneOf(CANCEL_OFFER_NAME))
  .max(CANCEL_OFFERS.length)
  .refine((all) => new Set(all).size === all.length, { error: '同じご案内が重なっています。' })
/** An offer beside 解約 that the member accepts; its change is made instead of 解約. */
const taken_instead = z
  .object({
    reason: z.int().min(1).max(99).meta({ description: 'Id of the master data `cancel_reason`.' }),
    offered: offered.meta({ description: 'What was offered beside the reason.' }),
    taken: oneOf(CANCEL_OFFER_NAME).meta({
      description: 'The offer that this change is: one of `offered`. Another change is not counted as taken.',
    }),
  })
  .refine((one) => one.offered.includes(one.taken), { path: ['taken'], error: 'ご案内した方法ではありません。' })
  .meta({ title: '解約の代わり', description: 'The change is an offer taken instead of a cancellation.' })

const instead_of = taken_instead.optional()

/** 解約: why. */
const cancellation = z.object({
  customer_flag: customer_flag.meta({
    description: 'true: the member does it. Only a member calls this, so it changes nothing.',
  }),
  reason: z.int().min(1).max(99).meta({ description: 'Id of the master data `cancel_reason`.' }),
  /** One of the reason's ready-made details, or the member's own words. Optional where the shop's `cancel_detail_flag` is false. */
  detail: z
    .string()
    .trim()
    .max(1000)
    .regex(/^[^\0]*$/)
    .default('')
    .meta({
      description:
        '解約理由の詳細, in the customer’s own words; may be empty unless the shop’s `cancel_detail_flag` is true.',
      examples: ['使い切れないため'],
    }),
  offered: offered.optional(),
  version: version.optional(),
})

/** The names of the answer itself: one that comes back as it was changes nothing. */
const asAnswered = {
  shipping_address: z.optional(z.object({ ...AddressForm.shape, delivery_notes: deliveryNotes.optional() })),
  subscription_order_item: SubscriptionUpdate.shape.items.meta({
    description: 'The whole list, as `items`; their other names are read-only.',
  }),
  ...DeliveryPattern.partial().shape,
  payment_method_id: paymentMethodId.optional(),
  card_seq: z.int().min(0).max(9999).nullable().optional(),
  third_party_consent: third_party_consent.optional(),
}

export const subscriptionEndpoints = {
  'GET /v1/order/subscription/': {
    summary: '定期便一覧: 継続中(エラーを含む)、休止中または解約済み',
    auth: 'member',
    while_closed: true,
    query: z.object({
      ...pageQuery,
      tab: z
        .enum(['active', 'paused', 'cancelled'])
        .default('active')
        .meta({ description: '`active` continuing, with errors; `paused`.' }),
    }),
    /** `counts`: number of subscriptions in each tab. */
    response: z.object({
      ...pageOf(Subscription).shape,
      counts: z
        .object({
          active: z.int().meta({ description: 'How many continue.' }),
          paused: z.int().meta({ description: 'How many are paused.' }),
          cancelled: z.int().meta({ title: '取り消した数', description: 'How many are cancelled.' }),
        })
        .meta({ description: 'How many stand in both tabs.' }),
    }),
  },
  'GET /v1/order/subscription/detail/{id}': {
    ...member,
    while_closed: true,
    summary: '定期便の詳細と履歴',
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/order/subscription/{id}/preview': {
    ...member,
    acting: 'asks',
    while_closed: true,
    summary: '変更の確認: 変更前・変更後の金額と日付。休止中なら、再開したときの内容。何も保存しない',
    body: SubscriptionUpdate,
    response: z.object({
      before: Subscription,
      after: Subscription,
      changes: z.array(SubscriptionChange),
      /** Problems that would prevent a delivery today (out of stock), ready to show. The change can still be saved. */
      warnings: z.array(z.string()).meta({
        description: 'What stands in the way of delivering it today, ready to show; it can be saved all the same.',
      }),
      stays: PaceProposalView.shape.stays,
      /** Price of each delivery after the next one, at today's prices and without one-time items. */
      following_payment_total: yen,
      days: deliveryDays.meta({ description: 'What the calendar offers with the change.' }),
      /** The delivery methods after the change. */
      deliveries,
      consent_text,
      /** Duration, deadline, 解約 and returns, ready to show. */
      terms: z.array(Term),
    }),
    errors: [...changeErrors, 'ERROR_SUBSCRIPTION_ITEM_REFUSED'],
  },
  'PUT /v1/order/subscription/update/{id}': {
    ...member,
    acting: 'does',
    while_closed: true,
    replaces: 'GET /v1/order/subscription/detail/{id}',
    summary: '定期便の変更: 商品・お届け先・配送方法・お届け日・周期',
    /** `shown_payment_total`: what the confirmation screen showed for the next delivery. */
    body: z.object({
      ...SubscriptionUpdate.shape,
      ...asAnswered,
      version,
      shown_payment_total: yen
        .optional()
        .meta({ description: 'What the confirmation screen showed for the next delivery, yen.' }),
      instead_of,
    }),
    errors: [
      'ERROR_DEVICE_NOT_CONFIRMED',
      ...changeErrors,
      'ERROR_SUBSCRIPTION_ITEM_REFUSED',
      'ERROR_AMOUNT_CHANGED',
      'ERROR_PAYMENT_UPDATE_IMPOSSIBLE',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
  'PATCH /v1/order/subscription/update/{id}/payment': {
    ...member,
    acting: 'does',
    while_closed: true,
    confirmed_device: true,
    summary: 'お支払い方法の変更。お支払いエラーのときは、すぐに再決済する',
    /** `card_seq`: one of the member's cards, for method 1. */
    body: z.object({
      payment_method_id: paymentMethodId,
      card_seq: z.int().min(0).max(9999).nullable().default(null),
      third_party_consent,
      version: version.optional(),
    }),
    /** 50002 ERROR_PAYMENT_UPDATE_IMPOSSIBLE: another change is in progress; the client can retry later. */
    errors: [
      'ERROR_DEVICE_NOT_CONFIRMED',
      ...changeErrors,
      'ERROR_PAYMENT_UPDATE_IMPOSSIBLE',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
  'PATCH /v1/order/subscription/update/{id}/second-way': {
    ...member,
    acting: 'does',
    while_closed: true,
    confirmed_device: true,
    summary: 'お支払いできないときに使う方法: 決める、または取りやめる。いまの方法が断られるまで、何も請求しない',
    body: z.object({
      second_way: SecondWayChoice.nullable().meta({
        description: 'One of the ways to which the payment can be changed; null: none.',
      }),
      third_party_consent,
      version: version.optional(),
    }),
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', ...changeErrors, 'ERROR_PAYMENT_UNAVAILABLE'],
  },
  'PATCH /v1/order/subscription/update/{id}/pause': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: '休止',
    /** `reason`: id of the master data `pause_reason`. */
    body: z.object({ customer_flag, version: version.optional(), reason: halt_reason, instead_of }),
    errors: changeErrors,
  },
  'PATCH /v1/order/subscription/update/{id}/cancel': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: '解約: 理由が必須、詳細は任意。年払いの残りは届く',
    body: cancellation,
    errors: changeErrors,
  },
  'PATCH /v1/order/subscription/{id}/cancel-after': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: 'このお届けを最後に解約する: 手配中だけ。お受け取りで終わる',
    body: cancellation,
    errors: [...common, 'ERROR_SUBSCRIPTION_NOT_ARRANGED', 'ERROR_SUBSCRIPTION_CHANGED'],
  },
  'PATCH /v1/order/subscription/{id}/cancel-after/undo': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: 'その取り消し: お受け取りまで',
    body: z.object({ version }),
    errors: [
      ...common,
      'ERROR_SUBSCRIPTION_NOT_ARRANGED',
      'ERROR_SUBSCRIPTION_CHANGED',
      'ERROR_SUBSCRIPTION_UNDO_IMPOSSIBLE',
    ],
  },
  'GET /v1/order/subscription/{id}/cancel-offer': {
    ...member,
    while_closed: true,
    summary: '解約の理由のそばでご案内する特典',
    query: z.object({
      reason: z.coerce.number().int().min(1).max(99).meta({ description: 'Id of the master data `cancel_reason`.' }),
    }),
    response: z.object({
      promotion: z
        .object({
          promotion_id: z.int(),
          promotion_name: z.string(),
          text: z.string().meta({
            description: 'What is charged with it, until which delivery it holds and what comes then, ready to show.',
          }),
        })
        .nullable()
        .meta({ description: 'null: none is offered, or this subscription can’t have it now.' }),
    }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'PATCH /v1/order/subscription/{id}/promotion': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: '解約のかわりに、ご案内の特典を付ける',
    /** `shown_text`: the text of the offer as it was shown. */
    body: z.object({
      version,
      promotion_id: int4,
      shown_text: z.string().max(1000).meta({
        title: 'ご案内の文',
        description: 'Its text as shown: another one now and it is refused.',
      }),
      instead_of: taken_instead,
    }),
    errors: [...changeErrors, 'ERROR_PROMOTION_ENDED', 'ERROR_AMOUNT_CHANGED'],
  },
  'GET /v1/order/subscription/{id}/pace': {
    ...member,
    while_closed: true,
    summary: 'お手元の残りの見込み。何も保存しない',
    response: z.object({
      pace: Pace.nullable().meta({ description: 'ペース of its goods; null: nothing is asked about it now.' }),
    }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/order/subscription/{id}/pace/answer': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: 'お手元の残りを答え、合うお届け方のご提案を受け取る。定期便は変わらない',
    body: z.object({
      rest_answer: leftoverAnswerField.optional(),
      product_sku_id: answeredSkuField,
      is_leaving: z
        .boolean()
        .default(false)
        .meta({ title: '解約の画面', description: 'Asked beside a 解約: what would fit is shown in any case.' }),
    }),
    response: z.object({ pace: Pace.nullable() }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'PATCH /v1/order/subscription/{id}/pace': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: 'ご提案のとおりに変える',
    body: z.object({
      pace_kind: PaceProposalView.shape.pace_kind,
      version,
      shown_payment_total: yen.optional(),
      instead_of,
    }),
    errors: [...changeErrors, 'ERROR_PACE_OVER', 'ERROR_SUBSCRIPTION_ITEM_REFUSED', 'ERROR_AMOUNT_CHANGED'],
  },
  'PATCH /v1/order/subscription/{id}/pace/undo': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: 'ご提案による変更を元に戻す(元のお届けの締切まで)',
    body: z.object({ version }),
    errors: [...changeErrors, 'ERROR_PACE_OVER', 'ERROR_SUBSCRIPTION_ITEM_REFUSED'],
  },
  'POST /v1/order/subscription/pace/answer': {
    summary: 'お手元の残りの見込みとお返事(お知らせのURLから、ログイン不要)',
    auth: 'none',
    while_closed: true,
    body: z.object({
      token: deliveryToken,
      rest_answer: leftoverAnswerField.optional(),
      product_sku_id: answeredSkuField,
    }),
    response: Pace,
    errors: ['ERROR_NOT_FOUND', 'ERROR_PACE_OVER', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/order/subscription/pace/take': {
    summary: 'ご提案のとおりに変える(お知らせのURLから、ログイン不要)',
    auth: 'none',
    while_closed: true,
    body: z.object({
      token: deliveryToken,
      pace_kind: PaceProposalView.shape.pace_kind,
      version,
      shown_payment_total: yen.optional(),
    }),
    response: Pace,
    errors: [
      ...changeErrors,
      'ERROR_PACE_OVER',
      'ERROR_SUBSCRIPTION_ITEM_REFUSED',
      'ERROR_AMOUNT_CHANGED',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
  'POST /v1/order/subscription/pace/undo': {
    summary: 'ご提案による変更を元に戻す(お知らせのURLから、ログイン不要)',
    auth: 'none',
    while_closed: true,
    body: z.object({ token: deliveryToken, version }),
    response: Pace,
    errors: [...changeErrors, 'ERROR_PACE_OVER', 'ERROR_SUBSCRIPTION_ITEM_REFUSED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/order/subscription/pay/show': {
    summary: 'お支払いができなかったお届け。1回だけ払う方法(お知らせのURLから、ログイン不要)',
    auth: 'none',
    while_closed: true,
    body: z.object({ token: deliveryToken }),
    response: PayLink,
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/order/subscription/pay': {
    summary: 'そのお届けだけを払う(お知らせのURLから、ログイン不要)。定期便のお支払い方法は変わらない',
    auth: 'none',
    while_closed: true,
    body: z.object({
      token: deliveryToken,
      payment_method_id: paymentMethodId,
      /** Pays this delivery only, and is not saved. */
      card: z.object({ token: cardToken }).nullable(),
      sheet_token: sheetToken.optional(),
      third_party_consent: z.boolean(),
      shown_payment_total: yen,
      shown_delivery_date: isoDate.meta({ description: 'The delivery date that the page showed.' }),
    }),
    response: z.object({ redirect_url: z.string().nullable() }),
    errors: [
      'ERROR_NOT_FOUND',
      'ERROR_PAY_LINK_OVER',
      'ERROR_AMOUNT_CHANGED',
      'ERROR_OUT_OF_STOCK',
      'ERROR_CARD_LOCKED',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
  'PATCH /v1/order/subscription/update/{id}/reopen-scheduled': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: '再開。過ぎたお届け日と、使えなくなった代金引換は直される',
    body: z.object({
      customer_flag,
      /** true: applies `update` in the same step (update-before). false: reopens without changes. */
      is_update_subscription: z
        .boolean()
        .meta({ description: 'true: with `update` in one step; false: as it stands.' }),
      update: SubscriptionUpdate.optional(),
      third_party_consent,
      version: version.optional(),
      /** The total for the next delivery that the dialog or the confirmation screen showed. */
      shown_payment_total: yen.optional(),
    }),
    errors: [
      'ERROR_DEVICE_NOT_CONFIRMED',
      ...changeErrors,
      'ERROR_SUBSCRIPTION_NOT_PAUSED',
      'ERROR_SUBSCRIPTION_ITEM_REFUSED',
      'ERROR_AMOUNT_CHANGED',
    ],
  },
  'PATCH /v1/order/subscription/update/{id}/price': {
    ...member,
    while_closed: true,
    summary: '価格変更のお伺いへの返事',
    body: z.object({
      offer_id: int4.meta({ description: 'Id of the 価格変更のお伺い.' }),
      is_agreed: z.boolean().meta({ description: 'Whether the member agrees to the new price.' }),
    }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_PRICE_OFFER_OVER'],
  },
  'POST /v1/order/subscription/price/offer': {
    summary: '価格変更のお伺い(メールのURLから、ログイン不要)',
    auth: 'none',
    while_closed: true,
    body: z.object({ token }),
    response: PriceOffer,
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/order/subscription/price/answer': {
    summary: '価格変更のお伺いへの返事(メールのURLから、ログイン不要)',
    auth: 'none',
    while_closed: true,
    body: z.object({ token, is_agreed: z.boolean() }),
    response: PriceOffer,
    errors: ['ERROR_NOT_FOUND', 'ERROR_PRICE_OFFER_OVER', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/order/subscription/{id}/reopen': {
    ...member,
    while_closed: true,
    summary: '再開の確認: 再開するとどう直されるか。何も保存しない',
    response: z.object({
      after: Subscription,
      changes: z.array(SubscriptionChange),
      consent_text,
      payment_problem: z.string().nullable().meta({
        description: 'Why it can’t be reopened before the payment method is changed, ready to show; null: it can.',
      }),
    }),
    errors: [...common, 'ERROR_SUBSCRIPTION_NOT_PAUSED'],
  },
  'PATCH /v1/order/subscription/{id}/skip': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: '次回のお届けを1回お休み',
    /** `reason`: id of the master data `skip_reason`. */
    body: z.object({ version, reason: halt_reason, instead_of }),
    errors: [...changeErrors, 'ERROR_SUBSCRIPTION_SKIP_LIMIT'],
  },
  'PATCH /v1/order/subscription/{id}/skip/undo': {
    ...member,
    acting: 'does',
    while_closed: true,
    summary: 'お休みの取り消し(元の変更締切日まで)',
    /** `delivery_date`: one of `skipped`; absent: the last of them. */
    body: z.object({ version, delivery_date: isoDate.optional() }),
    errors: [...changeErrors, 'ERROR_SUBSCRIPTION_UNDO_IMPOSSIBLE'],
  },
  'POST /v1/order/subscription/delivery-date/next': {
    summary: '次回のお届け日と周期から、次々回を求める',
    auth: 'member',
    acting: 'asks',
    while_closed: true,
    body: z.object({ delivery_date: isoDate, ...DeliveryPattern.shape }),
    response: z.object({ next_next_delivery_date: isoDate, pattern_label: z.string() }),
  },
  'GET /v1/order/subscription/{id}/delivery-date/list': {
    summary: '選べる次回・次々回のお届け日',
    auth: 'member',
    while_closed: true,
    params,
    /** The next delivery date for which to compute the ones after it; absent: the present date. */
    query: z.object({ next_delivery_date: isoDate.optional() }),
    response: deliveryDays,
    errors: common,
  },
  'POST /v1/order/subscription/{id}/delivery-pattern/change': {
    summary: 'お届け周期の変更の確認: 新しい日付。何も保存しない',
    auth: 'member',
    acting: 'asks',
    while_closed: true,
    params,
    body: z.object({ ...DeliveryPattern.shape, next_delivery_date: isoDate.optional() }),
    response: z.object({
      next_delivery_date: isoDate,
      next_next_delivery_date: isoDate,
      change_deadline: isoDate,
      pattern_label: z.string(),
    }),
    errors: common,
  },
} as const satisfies Endpoints
