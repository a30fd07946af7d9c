import type { CancelOffer } from '@kushi/values/cancel-offer'
import { CANCEL_OFFER_NAME } from '@kushi/values/cancel-offer'
import type { SubscriptionCardState } from '@kushi/values/known-card'
import { CHANGE_DEADLINE_DAYS_RANGE } from '@kushi/values/limits'
import { PACE_ANSWER_NAME, PACE_CHANNEL_NAME, PACE_PROPOSAL_NAME, type PaceProposal } from '@kushi/values/pace'
import { PAYMENT_RETRY_CAUSE_NAME } from '@kushi/values/payment-retry-cause'
import { NO_ANSWER_ACTION_NAME, PRICE_OFFER_STATE_TEXT } from '@kushi/values/price'
import type { AgreedTerms, StoredAgreedTerms } from '@kushi/values/price-terms'
import type { SetPart } from '@kushi/values/product-set'
import { LUMP_SUM_CANCELLATION_NAME } from '@kushi/values/promise'
import type { PromotionTerms } from '@kushi/values/promotion'
import type { FallbackPaymentMethod } from '@kushi/values/second-way'
import { BILLING_ATTEMPT_OUTCOMES } from '@kushi/values/subscription-status'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  actorCheck,
  actorColumns,
  changeDeadlineCheck,
  closedListCheck,
  closedListColumn,
  generatedId,
  idColumn,
  paymentMethodCheck,
  shopForeignKey,
} from './columns.ts'
import { adCodeColumns, addressColumns, customer, erasedAddressValues } from './customer.ts'
import { delivery, delivery_time } from './delivery.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'
import { product_sku } from './product.ts'
import { shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** 定期便. Dates are calendar dates in Japan. */
export const subscription = shopTable(
  'subscription',
  {
    owner: 'subscription',
    writers: { configuration: 'its time of day, when the shop renames that time' },
    kept: 'books',
    person: { by: 'customer_id', shown: '定期便', erased: { sets: { ...erasedAddressValues, known_card: null } } },
    merged: { fate: 'moves', name: '定期便' },
  },
  {
    id: generatedId(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    customer_id: idColumn().notNull(),
    /** 1 normal, 2 settlement error, 3 out of stock, 4 other error, 5 pause, 6 cancel; 0 while the first order is unpaid. */
    summary_status: smallint().notNull(),
    delivery_id: idColumn().notNull(),
    delivery_time_id: idColumn(),
    ...addressColumns,
    delivery_notes: text().notNull().default(''),
    /** お届け周期: 1 monthly date, 2 week and day of week, 3 day interval, with its parameters. */
    subscription_division_id: smallint().notNull(),
    param1: smallint().notNull(),
    param2: smallint(),
    param3: smallint(),
    next_delivery_date: date().notNull(),
    next_next_delivery_date: date().notNull(),
    /** お休み: days of skipped deliveries; each can be restored until its deadline. */
    skipped_dates: jsonb().$type<string[]>().notNull().default([]),
    /** 1 card, 2 Amazon Pay, 3 deferred, 4 NP, null cash on delivery. */
    payment_method_id: smallint(),
    card_seq: integer(),
    /** The expiry of its card, as the provider said on a day, and the warnings sent about it; null: not asked yet. */
    known_card: jsonb().$type<SubscriptionCardState>(),
    /** お支払いできないときに使う方法; null: none was named. */
    second_way: jsonb().$type<FallbackPaymentMethod>(),
    /** Amazon Pay: the charge permission of the first order, which later deliveries are charged to. */
    charge_permission_id: text(),
    /**
     * Part of its charge ids at the providers (`S<key>-<cycle>-<attempt>`). Random, because ids are reassigned after a
     * restore, and a provider would take another member's delivery for one that it has already charged.
     */
    billing_key: text().notNull().default(sql`upper(left(replace(gen_random_uuid()::text, '-', ''), 12))`),
    delivery_fee: integer().notNull(),
    adjustment_amount: integer().notNull().default(0),
    /** 変更締切: days before a delivery until which it can be changed, as the confirmation of the order stated. */
    arranged_before_days: smallint().notNull().default(CHANGE_DEADLINE_DAYS_RANGE.default),
    /** 年払いの途中での解約, as the confirmation of the order stated; contracts before this column deliver the rest. */
    lump_sum_rule: closedListColumn(LUMP_SUM_CANCELLATION_NAME).notNull().default('delivered'),
    lump_sum_fee_rate: smallint().notNull().default(0),
    /** The terms that limit the price of its deliveries, whatever the shop's terms are; null: not recorded yet. */
    agreed_terms: jsonb().$type<StoredAgreedTerms>(),
    /** Number of the delivery on `next_delivery_date`; the first order is cycle 1. */
    cycle: integer().notNull(),
    /** Increased by every change; a change based on an older version is rejected. */
    version: integer().notNull().default(1),
    /** The last delivery: of a cancelled 年払い, already paid and still sent; of a running contract, the one that is arranged. */
    final_cycle: integer(),
    /** 解約・終了の日 and how it ended, and since when it is paused; written with the event in its history. */
    ended_on: date(),
    end_event: text({ enum: ['cancelled', 'ended', 'finished'] }),
    /** 解約の理由 in the shop's list; null: none was asked. */
    end_reason_id: integer(),
    paused_on: date(),
    /** 休止の理由, while it is paused; null: none was given. */
    pause_reason_id: integer(),
    /** The day of the last お休み that was not undone, and its reason. */
    skipped_on: date(),
    skip_reason_id: integer(),
    /** The advert of its first order. */
    ...adCodeColumns,
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    shopForeignKey(t, t.delivery_id, delivery),
    shopForeignKey(t, t.delivery_time_id, delivery_time),
    uniqueIndex().on(t.shop_id, t.billing_key),
    index().on(t.customer_id),
    index().on(t.summary_status, t.next_delivery_date),
    index().on(t.shop_id, t.next_delivery_date, t.id),
    index().on(t.shop_id, t.created_at, t.id),
    index('subscription_end_reason')
      .on(t.shop_id, t.end_reason_id, t.next_delivery_date, t.id)
      .where(sql`end_reason_id is not null`),
    index('subscription_pause_reason')
      .on(t.shop_id, t.pause_reason_id, t.next_delivery_date, t.id)
      .where(sql`pause_reason_id is not null`),
    index('subscription_skip_reason')
      .on(t.shop_id, t.skip_reason_id, t.next_delivery_date, t.id)
      .where(sql`skip_reason_id is not null`),
    index('subscription_ended').on(t.shop_id, t.ended_on, t.id).where(sql`ended_on is not null`),
    index().on(t.shop_id, t.summary_status, t.next_delivery_date, t.id),
    index().on(t.shop_id, t.payment_method_id, t.next_delivery_date, t.id),
    index('subscription_phone_prefix').on(t.shop_id, t.phone_number.op('text_pattern_ops')),
    index('subscription_name_prefix').on(t.shop_id, sql`(name01 || name02) text_pattern_ops`),
    index('subscription_kana_prefix').on(t.shop_id, sql`(kana01 || kana02) text_pattern_ops`),
    index('subscription_paid_ahead').on(t.next_delivery_date).where(sql`final_cycle is not null`),
    index('subscription_unagreed').on(t.shop_id, t.id).where(sql`agreed_terms is null and summary_status <> 6`),
    check(
      'subscription_end',
      sql`(ended_on IS NULL) = (end_event IS NULL) AND (end_reason_id IS NULL OR ended_on IS NOT NULL)`,
    ),
    closedListCheck('subscription_end_event', t.end_event),
    check('subscription_summary_status', sql`summary_status BETWEEN 0 AND 6`),
    check('subscription_division', sql`subscription_division_id BETWEEN 1 AND 3`),
    paymentMethodCheck('subscription_payment_method'),
    check('subscription_delivery_fee', sql`delivery_fee >= 0`),
    check('subscription_cycle', sql`cycle >= 1`),
    changeDeadlineCheck('subscription_arranged_before_days'),
    check('subscription_postal_code', sql`postal_code01 ~ '^[0-9]{3}$' AND postal_code02 ~ '^[0-9]{4}$'`),
    closedListCheck('subscription_lump_sum_rule', t.lump_sum_rule),
    check('subscription_pref_id', sql`pref_id BETWEEN 1 AND 47`),
  ],
)

/**
 * The announcements and decisions about one delivery (cycle) of a subscription; no row: none yet. Its order has the
 * same cycle.
 */
export const subscription_cycle = shopTable(
  'subscription_cycle',
  {
    owner: 'subscription',
    kept: 'books',
    person: {
      by: 'subscription_id',
      shown: '定期便の回',
      hides: ['noticed_for'],
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    cycle: integer().notNull(),
    /** The `next_delivery_date` of the last notice to the member. */
    noticed_for: date(),
    /** The price in yen that was announced to the member for this delivery; at most this amount is charged. */
    promised_total: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.subscription_id, t.cycle] }),
    shopForeignKey(t, t.subscription_id, subscription),
    check('subscription_cycle_number', sql`cycle >= 1`),
  ],
)

/** A promotion that a contract began with or took later, as promised; its deliveries are priced by it. */
export const subscription_benefit = shopTable(
  'subscription_benefit',
  {
    owner: 'subscription',
    kept: 'books',
    person: {
      by: 'subscription_id',
      shown: '定期便の特典',
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    promotion_id: idColumn().notNull(),
    terms: jsonb().$type<PromotionTerms>().notNull(),
    /** 取り置き: pieces of its gift that left the stock already, for the deliveries to come. */
    set_aside: integer().notNull().default(0),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.subscription_id, t.promotion_id] }),
    shopForeignKey(t, t.subscription_id, subscription),
    index('subscription_benefit_kept').on(t.shop_id, t.subscription_id).where(sql`set_aside > 0`),
    check('subscription_benefit_set_aside', sql`set_aside >= 0`),
  ],
)

/** One attempt to arrange a delivery and to charge it; dunning reads these. */
export const billing_attempt = shopTable(
  'billing_attempt',
  {
    owner: 'subscription',
    kept: 'books',
    person: {
      by: 'subscription_id',
      shown: '定期便のお支払い',
      hides: ['provider_order_id', 'retry_on', 'restarted', 'resumed_by'],
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    cycle: integer().notNull(),
    /** 1, 2, … within its cycle. */
    attempt: smallint().notNull(),
    /** `open` while the provider is requested, then `arranged` or `failed`. */
    outcome: text({ enum: BILLING_ATTEMPT_OUTCOMES }).notNull(),
    /** Why it failed (rules/failure.ts). */
    failure: text(),
    payment_method_id: smallint(),
    card_seq: integer(),
    /** Its number at the provider; null: no request was sent. */
    provider_order_id: text(),
    /** Day in Japan (JST). */
    tried_on: date().notNull(),
    /** Day of the next attempt after a failure; null: none until the member or the shop acts. */
    retry_on: date(),
    /** The member or the shop acted on it since: the next attempt starts a new count. */
    restarted: boolean().notNull().default(false),
    /** The cause of the attempt after a refused one; null: it followed none. */
    resumed_by: closedListColumn(PAYMENT_RETRY_CAUSE_NAME),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.subscription_id, t.cycle, t.attempt] }),
    shopForeignKey(t, t.subscription_id, subscription),
    uniqueIndex().on(t.shop_id, t.provider_order_id),
    index('billing_attempt_resumed').on(t.shop_id, t.tried_on).where(sql`resumed_by is not null`),
    closedListCheck('billing_attempt_outcome', t.outcome),
    check('billing_attempt_failure', sql`(failure IS NOT NULL) = (outcome = 'failed')`),
    check('billing_attempt_retry', sql`retry_on IS NULL OR outcome = 'failed'`),
    closedListCheck('billing_attempt_resumed_by', t.resumed_by),
    check('billing_attempt_number', sql`attempt >= 1 AND cycle >= 1`),
  ],
)

export const subscription_order_item = shopTable(
  'subscription_order_item',
  {
    owner: 'subscription',
    kept: 'books',
    person: {
      by: 'subscription_id',
      shown: '定期便の商品',
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    subscription_id: idColumn().notNull(),
    product_sku_id: idColumn().notNull(),
    quantity: integer().notNull(),
    /**
     * Promised when the item was added, whatever changes in the catalogue later: yen for one piece of a later delivery,
     * …
     */
    following_price: integer().notNull(),
    /** The number of pieces from which that price holds (数量割引); fewer pieces cost the catalogue's price. */
    promised_from: smallint().notNull().default(1),
    /** A different price of one piece from a given day on: a lower one, or one that the member agreed to. */
    agreed_price: integer(),
    agreed_from: date(),
    /** … and whether the first order paid for all deliveries (年払い), and for how many. */
    lump_sum_payment_flag: boolean().notNull().default(false),
    lump_sum_payment_num: integer(),
    /** セットの中身 as promised, whatever the set consists of later; empty: no set, or what it consists of on the day. */
    parts: jsonb().$type<SetPart[]>().notNull().default([]),
    /** 今回のみ: the single delivery that it is added to; null: every delivery. */
    only_cycle: integer(),
    /** 今回だけ除く: the single delivery that it is left out of; null, or a past one: it goes with every delivery. */
    except_cycle: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.subscription_id, subscription),
    shopForeignKey(t, t.product_sku_id, product_sku),
    index().on(t.subscription_id),
    index().on(t.shop_id, t.product_sku_id),
    index('subscription_order_item_sets').on(t.shop_id, t.subscription_id).where(sql`parts <> '[]'`),
    check('subscription_order_item_quantity', sql`quantity > 0`),
    check('subscription_order_item_following_price', sql`following_price >= 0`),
    check('subscription_order_item_agreed', sql`(agreed_price IS NULL) = (agreed_from IS NULL) AND agreed_price >= 0`),
  ],
)

/** 価格変更のお伺い: asks a member whether an item of the subscription may cost more. Without consent the price never rises. */
export const price_offer = shopTable(
  'price_offer',
  {
    owner: 'subscription',
    kept: 'books',
    person: {
      by: 'subscription_id',
      shown: '定期便の価格の変更のご案内',
      hides: ['job_id'],
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    /** The bulk job that created it; it may be deleted by now. */
    job_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    /** null: 送料・手数料, whose prices are the totals of one delivery. */
    product_sku_id: idColumn(),
    /** The terms that are asked for, and the choices for which they were; null: the price of an item. */
    terms: jsonb().$type<AgreedTerms>(),
    /** Yen per piece, tax included. */
    old_price: integer().notNull(),
    new_price: integer().notNull(),
    /** The first delivery day with the new price, and the last day to answer. */
    from_date: date().notNull(),
    answer_by: date().notNull(),
    /** What happens to the subscription without consent. */
    without_answer: closedListColumn(NO_ANSWER_ACTION_NAME).notNull(),
    state: closedListColumn(PRICE_OFFER_STATE_TEXT).notNull(),
    /** SHA-256 of the token in the mailed link. */
    token_hash: bytea().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** The time at which it was settled; nothing more follows from it. */
    settled_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.subscription_id, subscription),
    shopForeignKey(t, t.product_sku_id, product_sku),
    index().on(t.token_hash),
    uniqueIndex().on(t.shop_id, t.job_id, t.subscription_id),
    index().on(t.shop_id, t.subscription_id, t.id),
    uniqueIndex('price_offer_open').on(t.shop_id, t.subscription_id, t.product_sku_id).where(sql`settled_at is null`),
    uniqueIndex('price_offer_fees_open')
      .on(t.shop_id, t.subscription_id)
      .where(sql`settled_at is null and product_sku_id is null`),
    check('price_offer_of', sql`(product_sku_id IS NULL) = (terms IS NOT NULL)`),
    index('price_offer_due').on(t.shop_id, t.answer_by, t.id).where(sql`settled_at is null`),
    closedListCheck('price_offer_state', t.state),
    closedListCheck('price_offer_without_answer', t.without_answer),
    check('price_offer_rises', sql`new_price > old_price AND old_price >= 0`),
  ],
)

/** Events of a subscription, with their actor. */
export const subscription_event = shopTable(
  'subscription_event',
  {
    owner: 'subscription',
    kept: 'books',
    person: { by: 'subscription_id', shown: '定期便の経過', hides: ['detail'], erased: { does: 'eraseHistory' } },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    subscription_id: idColumn().notNull(),
    event: text().notNull(),
    detail: jsonb().notNull().default({}),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.subscription_id, subscription),
    index().on(t.subscription_id),
    // 休止 over time, for the reports.
    index('subscription_event_pause')
      .on(t.shop_id, t.created_at, t.subscription_id)
      .where(sql`event IN ('paused', 'reopened')`),
    index('subscription_event_refund')
      .on(t.shop_id, t.id)
      .where(sql`event = 'ended' AND (detail -> 'refund') IS NOT NULL`),
    index('subscription_event_rest').on(t.shop_id, t.id).where(sql`(detail -> 'refund') IS NOT NULL`),
    actorCheck(t),
  ],
)

/**
 * 理由の記録: why a contract was cancelled, paused or skipped, and what was offered instead of 解約 and taken. A row follows from its
 * event (`subscription/internal/update-standing.ts`).
 */
export const subscription_reason = shopTable(
  'subscription_reason',
  {
    owner: 'subscription',
    kept: 'books',
    person: { by: 'subscription_id', shown: 'お休み・解約などの理由', erased: { stays: 'names nobody' } },
  },
  {
    shop_id: idColumn().notNull(),
    event_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    /** The event's; of an offer that was taken: the change that it made. */
    event: text().notNull(),
    day: date().notNull(),
    /** 休止 or お休みの理由. */
    reason_id: integer(),
    /** 解約の理由: for which it was cancelled, or was not because an offer was taken. */
    cancel_reason_id: integer(),
    offered: text().array().$type<CancelOffer[]>().notNull().default(sql`'{}'`),
    taken: closedListColumn(CANCEL_OFFER_NAME),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.event_id] }),
    shopForeignKey(t, t.subscription_id, subscription),
    index().on(t.subscription_id),
    index().on(t.shop_id, t.event, t.day),
    index('subscription_reason_offered').on(t.shop_id, t.day).where(sql`offered <> '{}'`),
    index('subscription_reason_own').on(t.shop_id, t.event, t.reason_id).where(sql`reason_id is not null`),
    index('subscription_reason_cancel').on(t.shop_id, t.cancel_reason_id).where(sql`cancel_reason_id is not null`),
  ],
)

/** お使い方のお返事: the answers to a product's questions before a contract, and the 目安 that follows from them. */
export const pace_prior = shopTable(
  'pace_prior',
  {
    owner: 'subscription',
    kept: 'person',
    person: { by: 'subscription_id', shown: 'お使い方のお返事', erased: { rows: '削除' } },
  },
  {
    shop_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    product_sku_id: idColumn().notNull(),
    /** The options that were chosen, in words. */
    answers: text().array().notNull(),
    /** How long a piece lasts, in percent of its 目安. */
    days_percent: integer().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.subscription_id, t.product_sku_id] }),
    shopForeignKey(t, t.subscription_id, subscription),
    shopForeignKey(t, t.product_sku_id, product_sku),
    check('pace_prior_days_percent', sql`days_percent > 0`),
  ],
)

/** お手元の残り: the member's last answer about the remaining supply, for one delivery. */
export const pace_answer = shopTable(
  'pace_answer',
  {
    owner: 'subscription',
    kept: 'books',
    person: { by: 'subscription_id', shown: 'お手元の残りのお返事', erased: { stays: 'names nobody' } },
  },
  {
    shop_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    cycle: integer().notNull(),
    /** The main good of that day, of which pieces were counted. */
    product_sku_id: idColumn().notNull(),
    answer: closedListColumn(PACE_ANSWER_NAME).notNull(),
    way: closedListColumn(PACE_CHANNEL_NAME).notNull(),
    /** The day of which it tells: of the answer; of ちょうどよい, of the next delivery. */
    told_for: date().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** As reckoned with it: days that one piece lasts, of the interval for each piece, and of what is left at the delivery. */
    days: integer(),
    chosen_days: integer(),
    spare_days: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.subscription_id, t.cycle] }),
    shopForeignKey(t, t.subscription_id, subscription),
    shopForeignKey(t, t.product_sku_id, product_sku),
    index().on(t.shop_id, t.created_at),
    closedListCheck('pace_answer_answer', t.answer),
    closedListCheck('pace_answer_way', t.way),
  ],
)

/**
 * お手元の残り of the other goods of a contract: the last answer about each, for one delivery. That about the main good stands
 * in `pace_answer`, which has one row for a delivery.
 */
export const pace_item_answer = shopTable(
  'pace_item_answer',
  {
    owner: 'subscription',
    kept: 'books',
    person: {
      by: 'subscription_id',
      shown: 'お手元の残りのお返事(ほかの商品)',
      erased: { stays: 'names nobody' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    cycle: integer().notNull(),
    product_sku_id: idColumn().notNull(),
    answer: closedListColumn(PACE_ANSWER_NAME).notNull(),
    way: closedListColumn(PACE_CHANNEL_NAME).notNull(),
    /** The day of which it tells: of the answer; of ちょうどよい, of the next delivery. */
    told_for: date().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'pace_item_answer_pk', columns: [t.shop_id, t.subscription_id, t.cycle, t.product_sku_id] }),
    shopForeignKey(t, t.subscription_id, subscription),
    shopForeignKey(t, t.product_sku_id, product_sku),
    closedListCheck('pace_item_answer_answer', t.answer),
    closedListCheck('pace_item_answer_way', t.way),
  ],
)

/** ペースのご提案: the change proposed for one delivery, as it was shown. It takes effect only when the member accepts it. */
export const pace_offer = shopTable(
  'pace_offer',
  {
    owner: 'subscription',
    kept: 'books',
    person: { by: 'subscription_id', shown: 'お届けのペースのご提案', erased: { stays: 'names nobody' } },
  },
  {
    shop_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    cycle: integer().notNull(),
    product_sku_id: idColumn().notNull(),
    way: closedListColumn(PACE_CHANNEL_NAME).notNull(),
    proposals: jsonb().$type<PaceProposal[]>().notNull(),
    /**
     * The estimate: days that one piece lasts, and days that the rest at the delivery lasts; below zero: nothing is
     * left.
     */
    days: integer().notNull(),
    spare_days: integer().notNull(),
    shown_at: timestamp({ withTimezone: true }).notNull(),
    taken: closedListColumn(PACE_PROPOSAL_NAME),
    taken_at: timestamp({ withTimezone: true }),
    /** The contract's version with it, and what it was before: as long as nothing else changes, it can be undone. */
    taken_version: integer(),
    before: jsonb().$type<{
      row: Pick<
        typeof subscription.$inferSelect,
        'next_delivery_date' | 'next_next_delivery_date' | 'param1' | 'skipped_dates' | 'agreed_terms'
      >
      items: Pick<
        typeof subscription_order_item.$inferSelect,
        'id' | 'quantity' | 'following_price' | 'promised_from' | 'agreed_price' | 'agreed_from'
      >[] &
        Partial<Pick<typeof subscription_order_item.$inferSelect, 'except_cycle'>>[]
      notes: Pick<typeof subscription_cycle.$inferSelect, 'noticed_for' | 'promised_total'>
    }>(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.subscription_id, t.cycle] }),
    shopForeignKey(t, t.subscription_id, subscription),
    shopForeignKey(t, t.product_sku_id, product_sku),
    index().on(t.shop_id, t.shown_at),
    closedListCheck('pace_offer_way', t.way),
    closedListCheck('pace_offer_taken', t.taken),
    check('pace_offer_taken_whole', sql`(taken IS NULL) = (taken_at IS NULL) AND (taken IS NULL) = (before IS NULL)`),
  ],
)

/** 社内メモ of a subscription. */
export const subscription_note = shopTable(
  'subscription_note',
  {
    owner: 'subscription',
    kept: 'books',
    person: { by: 'subscription_id', shown: { not: 'internal notes of operators' }, erased: { rows: '削除' } },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    subscription_id: idColumn().notNull(),
    body: text().notNull(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.subscription_id, subscription),
    index().on(t.shop_id, t.subscription_id, t.id),
  ],
)

/** 在庫の見込み: the stock forecast for a day as made two weeks before. The error of the forecast is measured by it. */
export const forecast_day = shopTable(
  'forecast_day',
  { owner: 'subscription', kept: [{ after: { days: 56 }, since: 'day' }] },
  {
    shop_id: idColumn().notNull(),
    day: date().notNull(),
    product_sku_id: idColumn().notNull(),
    /** Pieces. */
    expected: real().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.day, t.product_sku_id] }),
    shopForeignKey(t, t.product_sku_id, product_sku),
  ],
)
