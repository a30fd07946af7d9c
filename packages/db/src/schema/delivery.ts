import { CARRIER_PROGRAM_NAME } from '@kushi/values/carrier'
import { PREPAYMENT_DAYS_RANGE } from '@kushi/values/limits'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import {
  closedListCheck,
  closedListColumn,
  generatedId,
  idColumn,
  paymentMethodCheck,
  shopForeignKey,
} from './columns.ts'
import { shopTable } from './facts.ts'
import { shop } from './shop.ts'

/** 配送方法 */
export const delivery = shopTable(
  'delivery',
  { owner: 'configuration', kept: 'settings' },
  {
    id: generatedId(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    delivery_name: text().notNull(),
    /** Yen, tax included; applies where `delivery_prefecture_fee` has no row. */
    flat_rate_delivery_fee: integer().notNull(),
    /** 離島: additional yen, tax included. */
    island_surcharge: integer().notNull().default(0),
    /** クール代 of one chilled or frozen parcel, yen, tax included; applies where `delivery_cool_fee` has no row. */
    cool_fee: integer().notNull().default(0),
    /** Maximum weight of a parcel in grams; null: no limit. */
    max_weight_g: integer(),
    visible: boolean().notNull().default(true),
    /** メール便: letterbox delivery, only for light goods; no date, no time zone, no cash on delivery. */
    mail_delivery_flag: boolean().notNull().default(false),
    /** 送り状ソフト for its labels; null: not configured, parcels cannot be sent yet. */
    carrier_program: closedListColumn(CARRIER_PROGRAM_NAME),
    sort_no: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    closedListCheck('delivery_carrier_program', t.carrier_program),
    check('delivery_cool_fee_yen', sql`cool_fee >= 0`),
    check('delivery_fee', sql`flat_rate_delivery_fee >= 0 AND island_surcharge >= 0 AND max_weight_g > 0`),
  ],
)

/** お届け時間帯 */
export const delivery_time = shopTable(
  'delivery_time',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    delivery_id: idColumn().notNull(),
    delivery_time: text().notNull(),
    sort_no: integer().notNull(),
    /** No longer offered; orders and subscriptions that name it keep it and its words. */
    is_ended: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.id] }), shopForeignKey(t, t.delivery_id, delivery)],
)

/** 都道府県別送料: the fee of a method for a prefecture instead of its flat rate; yen, tax included. */
export const delivery_prefecture_fee = shopTable(
  'delivery_prefecture_fee',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    delivery_id: idColumn().notNull(),
    pref_id: integer().notNull(),
    fee: integer().notNull(),
  },
  (t) => [
    shopForeignKey(t, t.delivery_id, delivery),
    primaryKey({ columns: [t.shop_id, t.delivery_id, t.pref_id] }),
    check('delivery_prefecture_fee_pref_id', sql`pref_id BETWEEN 1 AND 47`),
    check('delivery_prefecture_fee_fee', sql`fee >= 0`),
  ],
)

/** 都道府県別クール代: the fee of one cooled parcel for a prefecture instead of the method's; yen, tax included. */
export const delivery_cool_fee = shopTable(
  'delivery_cool_fee',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    delivery_id: idColumn().notNull(),
    pref_id: integer().notNull(),
    fee: integer().notNull(),
  },
  (t) => [
    shopForeignKey(t, t.delivery_id, delivery),
    primaryKey({ columns: [t.shop_id, t.delivery_id, t.pref_id] }),
    check('delivery_cool_fee_pref_id', sql`pref_id BETWEEN 1 AND 47`),
    check('delivery_cool_fee_fee', sql`fee >= 0`),
  ],
)

/** Days added to the shortest lead of 5 for a prefecture (Hokkaido, Okinawa …). */
export const delivery_lead = shopTable(
  'delivery_lead',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    delivery_id: idColumn().notNull(),
    pref_id: integer().notNull(),
    extra_days: integer().notNull(),
  },
  (t) => [
    shopForeignKey(t, t.delivery_id, delivery),
    primaryKey({ columns: [t.shop_id, t.delivery_id, t.pref_id] }),
    check('delivery_lead_pref_id', sql`pref_id BETWEEN 1 AND 47`),
    check('delivery_lead_extra_days', sql`extra_days >= 0`),
  ],
)

/** 支払方法 of a shop. `payment_method_id`: see packages/values/src/payment-method.ts. */
export const shop_payment = shopTable(
  'shop_payment',
  { owner: 'configuration', kept: 'settings' },
  {
    id: generatedId(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    payment_method_id: integer(),
    payment_name: text().notNull(),
    description: text().notNull(),
    /**
     * The company that examines the customer and sends the bill (後払い), by the name shown to customers; null: the shop
     * bills itself.
     */
    provider_name: text(),
    visible: boolean().notNull().default(true),
    /** Highest order total in yen for this method. */
    max_amount: integer().notNull(),
    /** 後払い: maximum in yen that one member may owe at once over all orders; null: no limit. */
    cumulative_limit: integer(),
    /** 前払い: days within which the customer pays, the day of the order not counted; null: paid in another way. */
    pay_within_days: smallint(),
    /**
     * For a method with a linked account: whether the provider's contract allows 定期便. For 前払い: whether it pays their
     * first delivery. null: not set, or another method.
     */
    for_subscriptions: boolean(),
    sort_no: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    paymentMethodCheck('shop_payment_method'),
    check('shop_payment_max_amount', sql`max_amount BETWEEN 0 AND 999999999`),
    check(
      'shop_payment_pay_within_days',
      sql.raw(`pay_within_days BETWEEN ${PREPAYMENT_DAYS_RANGE.from} AND ${PREPAYMENT_DAYS_RANGE.to}`),
    ),
  ],
)

/** 手数料表: the fee for totals of `from_amount` yen or more. */
export const shop_payment_fee = shopTable(
  'shop_payment_fee',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    shop_payment_id: idColumn().notNull(),
    from_amount: integer().notNull(),
    fee: integer().notNull(),
  },
  (t) => [
    shopForeignKey(t, t.shop_payment_id, shop_payment),
    primaryKey({ columns: [t.shop_id, t.shop_payment_id, t.from_amount] }),
    check('shop_payment_fee_amounts', sql`from_amount >= 0 AND fee >= 0`),
  ],
)
