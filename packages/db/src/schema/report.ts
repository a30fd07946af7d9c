import { MAX_REPORT_DAYS } from '@kushi/values/limits'
import { mapOrderFees } from '@kushi/values/order-amounts'
import type { AdCostColumnHeads } from '@kushi/values/report'
import { REPORT_MAIL_NAME } from '@kushi/values/report'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, idColumn, paymentMethodCheck, shopForeignKey } from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { operator, saved_view } from './operator.ts'
import { orders } from './order.ts'
import { shop } from './shop.ts'
import { subscription } from './subscription.ts'

/**
 * 注文の事実: what reports count of an order that is closed (left, came back, or was cancelled), in days in Japan. Follows from the order
 * and its events alone (`growth/report/internal/derive-facts.ts`). 再送・交換 have none.
 */
export const order_fact = shopTable(
  'order_fact',
  {
    owner: 'report',
    kept: 'books',
    person: { by: 'customer_id', shown: { not: 'a copy of the order for reports' }, erased: { stays: 'names nobody' } },
    merged: { fate: 'moves', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    ordered_on: date().notNull(),
    /** When its first parcel left; null: it was cancelled before. */
    shipped_on: date(),
    /** 計上日 of its sale in 売上台帳; null: not sold, or from another system. */
    sold_on: date(),
    /** The day on which all its goods had come back. */
    returned_on: date(),
    is_cancelled: boolean().notNull(),
    /** The day for which its delivery was meant; for a 定期便 the day by which it can be judged. */
    due_on: date().notNull(),
    subscription_id: idColumn(),
    cycle: integer(),
    payment_method_id: smallint(),
    adcd: text(),
    /** The member's rank on that day. */
    customer_rank_id: idColumn(),
    /** The member has no earlier order that counts. */
    is_first: boolean().notNull(),
    subtotal: integer().notNull(),
    discount_amount: integer().notNull(),
    ...mapOrderFees(() => integer().notNull().default(0)),
    adjustment_amount: integer().notNull(),
    payment_total: integer().notNull(),
    /** Taken back by 赤伝. */
    credited_amount: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.order_id] }),
    shopForeignKey(t, t.order_id, orders).onDelete('cascade'),
    shopForeignKey(t, t.customer_id, customer),
    shopForeignKey(t, t.subscription_id, subscription),
    index().on(t.shop_id, t.ordered_on),
    index().on(t.shop_id, t.sold_on),
    index().on(t.shop_id, t.customer_id),
    index('order_fact_of_subscription')
      .on(t.shop_id, t.subscription_id, t.cycle)
      .where(sql`subscription_id is not null`),
    paymentMethodCheck('order_fact_payment_method'),
  ],
)

/** 広告費: the cost of a code on a day, without tax, as the shop enters it, and its medium's count. */
export const ad_cost = shopTable(
  'ad_cost',
  { owner: 'report', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    day: date().notNull(),
    adcd: text().notNull(),
    yen: integer().notNull(),
    /** 媒体が数えた成果, of which media count fractions; null: its file did not say. */
    reported: numeric({ precision: 10, scale: 2, mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.day, t.adcd] }),
    check('ad_cost_yen', sql`yen >= 0`),
    check('ad_cost_reported', sql`reported >= 0`),
  ],
)

/** 広告からの訪問 of a day: how many an advert led to a page, without who. */
export const landing_day = shopTable(
  'landing_day',
  { owner: 'report', kept: [{ after: { days: MAX_REPORT_DAYS }, since: 'day' }] },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    day: date().notNull(),
    /** The path of the page; '': pages beyond the most of a day. */
    landing_path: text().notNull(),
    /** '': the address had none. */
    adcd: text().notNull(),
    visits: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.day, t.landing_path, t.adcd] })],
)

/**
 * フォームの集計 of a 申し込みページ and a day: the number of visits that came into a part of its form, and their outcomes. Neither
 * persons nor entries. The row with the part '' is of the form as a whole: shown, begun, with an error, left, seconds.
 */
export const form_part_day = shopTable(
  'form_part_day',
  { owner: 'report', kept: [{ after: { days: MAX_REPORT_DAYS }, since: 'day' }] },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    day: date().notNull(),
    landing_slug: text().notNull(),
    form_part: text().notNull(),
    reached: integer().notNull(),
    entered: integer().notNull(),
    refused: integer().notNull(),
    left_here: integer().notNull(),
    /** Seconds of all visits together. */
    seconds: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.landing_slug, t.day, t.form_part] }),
    check('form_part_day_counts', sql`least(reached, entered, refused, left_here, seconds) >= 0`),
  ],
)

/** 覚えた列: which heads of a media's file carry the day, the advert and its cost, chosen once by a person and recognised by its heads. */
export const ad_cost_layout = shopTable(
  'ad_cost_layout',
  { owner: 'report', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    /** Digest of the heads in their order. */
    head_sign: text().notNull(),
    columns: jsonb().$type<AdCostColumnHeads>().notNull(),
    updated_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.head_sign] })],
)

/** レポートのメール: a saved report that an operator gets on Monday morning or on the 1st. No row: none. */
export const report_mail = shopTable(
  'report_mail',
  { owner: 'report', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    view_id: integer().notNull(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    every: closedListColumn(REPORT_MAIL_NAME).notNull(),
    /** The Monday or the 1st of the last one; at first, of the period in which it was asked for. */
    sent_for: date().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.view_id, t.operator_id, t.every] }),
    shopForeignKey(t, t.view_id, saved_view).onDelete('cascade'),
    closedListCheck('report_mail_every', t.every),
  ],
)

/**
 * 契約の事実: sums over the deliveries of a subscription, for reports. A subscription without a kept delivery has no row.
 */
export const subscription_fact = shopTable(
  'subscription_fact',
  {
    owner: 'report',
    kept: 'books',
    person: { by: 'subscription_id', shown: '定期便のまとめ', erased: { stays: 'names nobody' } },
  },
  {
    shop_id: idColumn().notNull(),
    subscription_id: idColumn().notNull(),
    /** When its first kept delivery left: the day of its cohort. */
    first_kept_on: date().notNull(),
    /** 1, unless the contract came from another system without its earlier deliveries. */
    first_kept_cycle: integer().notNull(),
    last_kept_on: date().notNull(),
    last_kept_cycle: integer().notNull(),
    /** The day for which the last one was meant. */
    last_due_on: date(),
    /** Of its first kept delivery: the product of the largest sum, and the way to pay. */
    first_product_id: idColumn().notNull(),
    payment_method_id: smallint(),
    /** Of the same delivery: the promotion that took off the most. */
    promotion_id: idColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.subscription_id] }),
    shopForeignKey(t, t.subscription_id, subscription).onDelete('cascade'),
    index().on(t.shop_id, t.first_kept_on),
    paymentMethodCheck('subscription_fact_payment_method'),
  ],
)

const yen = () => bigint({ mode: 'number' }).notNull()

/** 会員の事実: sums over a member's shipped orders, for reports. A member without a shipped order has no row. */
export const customer_fact = shopTable(
  'customer_fact',
  {
    owner: 'report',
    kept: 'person',
    person: { by: 'customer_id', shown: 'ご購入のまとめ', erased: { stays: 'names nobody' } },
    merged: { fate: 'goes', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    /** 初めてのご注文, and what it was. */
    first_order_id: idColumn().notNull(),
    first_on: date().notNull(),
    first_product_id: idColumn(),
    payment_method_id: smallint(),
    adcd: text(),
    is_subscription: boolean().notNull(),
    /** The day of the next one, and of the first one of a 定期便. */
    again_on: date(),
    led_on: date(),
    /** Paid for the orders of the first days (`LTV_DAYS`), less credits. */
    ltv30: yen(),
    ltv60: yen(),
    ltv90: yen(),
    ltv180: yen(),
    ltv365: yen(),
    /** For the orders that did not come back: the day of the last one, their number and their sum. */
    kept_on: date(),
    kept_orders: integer().notNull(),
    kept_amount: yen(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.customer_id] }),
    shopForeignKey(t, t.customer_id, customer),
    shopForeignKey(t, t.first_order_id, orders).onDelete('cascade'),
    // Without this index each order of a reverted move would read the whole table, to see whose first order it was.
    index().on(t.shop_id, t.first_order_id),
    index().on(t.shop_id, t.first_on),
    index().on(t.shop_id, t.kept_on),
    paymentMethodCheck('customer_fact_payment_method'),
  ],
)
