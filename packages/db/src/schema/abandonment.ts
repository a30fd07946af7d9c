import { MESSAGE_CHANNEL_NAME } from '@kushi/values/message'
import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { adCodeColumns, customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const hours = () => integer().array()

/** One item of a guest's cart. */
export type TrackedCartItem = { product_sku_id: number; quantity: number; subscription: 0 | 1 }

/** カゴ落ち設定: who is reminded of a cart, and when. A shop without a row sends no reminders. */
export const cart_abandonment_setting = shopTable(
  'cart_abandonment_setting',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    cart_abandoned_flag: boolean().notNull().default(false),
    /** True: also track carts of visitors who came through an advert. */
    lp_flag: boolean().notNull().default(true),
    customer_target_flag: boolean().notNull().default(true),
    guest_target_flag: boolean().notNull().default(true),
    /** Members and guests have separate hours. */
    individual_setting_flag: boolean().notNull().default(false),
    /** Hours after the last change of the cart, ascending. */
    step_hours: hours().notNull().default(sql`'{1,24,72}'`),
    customer_step_hours: hours(),
    guest_step_hours: hours(),
  },
  (t) => [primaryKey({ columns: [t.shop_id] })],
)

/**
 * カゴ落ち: an abandoned cart, tracked until it is ordered, emptied or no longer to be reminded of. One open row per
 * person.
 */
export const cart_tracking = shopTable(
  'cart_tracking',
  {
    owner: 'cart',
    writers: { message: 'with its day' },
    kept: [
      {
        after: { days: 90 },
        since: 'ended_at',
        only: { words: 'of guests', where: sql`cart_tracking.customer_id IS NULL` },
      },
    ],
    person: { by: 'customer_id', shown: 'カートのお知らせ', erased: { sets: { email: null, ad_user_id: null } } },
    merged: { fate: 'moves', name: null },
  },
  {
    id: generatedId(),
    shop_id: idColumn().notNull(),
    /** SHA-256 of the key that a guest's browser sends for it; null for members. */
    tracking_hash: bytea(),
    /** 0 normal, 1 subscription: the type of the item changed last. */
    cart_type_id: smallint().notNull(),
    /** The last change of the cart: hours are counted from here. */
    tracking_start_date: timestamp({ withTimezone: true }).notNull(),
    customer_id: idColumn(),
    /** A guest's e-mail, collected with their consent. */
    email: text(),
    consented_at: timestamp({ withTimezone: true }),
    /** A guest's items; a member's are in `cart_item`. */
    items: jsonb().$type<TrackedCartItem[]>().notNull().default([]),
    ...adCodeColumns,
    url_clicked: boolean().notNull().default(false),
    /** Number of steps done, and when the next one is due. */
    step: smallint().notNull().default(0),
    next_at: timestamp({ withTimezone: true }).notNull(),
    ended_at: timestamp({ withTimezone: true }),
    /** `ordered`, `emptied`, `opted_out`, `no_consent`, `not_approved`, `not_wanted`, `done`. */
    end_reason: text(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    uniqueIndex().on(t.shop_id, t.tracking_hash),
    uniqueIndex('cart_tracking_open_member').on(t.shop_id, t.customer_id).where(sql`ended_at is null`),
    uniqueIndex('cart_tracking_open_guest').on(t.shop_id, t.email).where(sql`ended_at is null and customer_id is null`),
    index('cart_tracking_due').on(t.next_at).where(sql`ended_at is null`),
    index().on(t.customer_id, t.id),
  ],
)

/** A reminder that was written: one per cart and step, even if a job runs twice. Its link is stored only as SHA-256. */
export const cart_reminder = shopTable(
  'cart_reminder',
  {
    owner: 'cart',
    writers: { message: 'the reminder is sent by mail instead' },
    kept: 'parent',
    person: {
      by: 'tracking_id',
      shown: { not: 'the letter and its goods are in the cart and the messages' },
      erased: { stays: 'names nobody' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    tracking_id: idColumn().notNull(),
    step: smallint().notNull(),
    items: jsonb().$type<TrackedCartItem[]>().notNull(),
    restore_hash: bytea().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** Until then the link restores the cart. */
    expires_at: timestamp({ withTimezone: true }).notNull(),
    clicked_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.tracking_id, cart_tracking),
    uniqueIndex().on(t.shop_id, t.tracking_id, t.step),
    uniqueIndex().on(t.shop_id, t.restore_hash),
  ],
)

/** 配信停止: addresses that opted out of advertising, by channel; applies to guests and members. */
export const ad_optout = shopTable(
  'ad_optout',
  {
    owner: 'customer',
    kept: 'person',
    person: { by: 'address', shown: 'お知らせの配信停止', erased: { stays: 'prevents further adverts' } },
  },
  {
    shop_id: idColumn().notNull(),
    /** `mail` or `line`. */
    channel: text().notNull(),
    /** E-mail in lower case, or LINE's id. */
    address: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.channel, t.address] })],
)

/**
 * 広告の1通: one advertising message of any kind, with its link that opts out of all of them. The link is stored only as
 * SHA-256 and never expires.
 */
export const ad_letter = shopTable(
  'ad_letter',
  {
    owner: 'customer',
    kept: 'person',
    person: { by: 'customer_id', shown: 'お送りしたお知らせのあて先', erased: { rows: '削除' } },
    merged: { fate: 'moves', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    /** `mail` or `line`, and the address it is sent to. */
    channel: closedListColumn(MESSAGE_CHANNEL_NAME).notNull(),
    address: text().notNull(),
    /** null for a guest. */
    customer_id: idColumn(),
    unsubscribe_hash: bytea().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.unsubscribe_hash),
    index().on(t.shop_id, t.customer_id),
    closedListCheck('ad_letter_channel', t.channel),
  ],
)
