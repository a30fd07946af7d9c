import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { generatedId, id, inShop } from './columns.ts'
import { adColumns, customer } from './customer.ts'
import { shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const hours = () => integer().array()

/** A piece of a guest's cart. */
export type TrackedPiece = { product_sku_id: number; quantity: number; subscription: 0 | 1 }

/** カゴ落ち設定: who is reminded of a cart, and when. A shop without a row reminds nobody. */
export const cart_abandonment_setting = pgTable(
  'cart_abandonment_setting',
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    cart_abandoned_flag: boolean().notNull().default(false),
    /** Carts of visitors whom an advert brought count too. */
    lp_flag: boolean().notNull().default(true),
    customer_target_flag: boolean().notNull().default(true),
    guest_target_flag: boolean().notNull().default(true),
    /** Members and guests each have hours of their own. */
    individual_setting_flag: boolean().notNull().default(false),
    /** Hours after the last change of the cart, rising. */
    step_hours: hours().notNull().default(sql`'{1,24,72}'`),
    customer_step_hours: hours(),
    guest_step_hours: hours(),
  },
  (t) => [primaryKey({ columns: [t.shop_id] })],
)

/** カゴ落ち: a cart that somebody left, until it is ordered, emptied or no longer to be reminded of. One open row a person. */
export const cart_tracking = pgTable(
  'cart_tracking',
  {
    id: generatedId(),
    shop_id: id().notNull(),
    /** What a guest's browser calls it by, as SHA-256; null for members. */
    tracking_hash: bytea(),
    /** 0 normal, 1 subscription: of the piece that was changed last. */
    cart_type_id: smallint().notNull(),
    /** The last change of the cart: hours count from here. */
    tracking_start_date: timestamp({ withTimezone: true }).notNull(),
    customer_id: id(),
    /** Of a guest, given with their consent. */
    email: text(),
    consented_at: timestamp({ withTimezone: true }),
    /** Of a guest; a member's are in `cart_item`. */
    items: jsonb().$type<TrackedPiece[]>().notNull().default([]),
    ...adColumns,
    url_clicked: boolean().notNull().default(false),
    /** How many steps are done, and when the next one is due. */
    step: smallint().notNull().default(0),
    next_at: timestamp({ withTimezone: true }).notNull(),
    ended_at: timestamp({ withTimezone: true }),
    /** `ordered`, `emptied`, `opted_out`, `no_consent`, `not_approved`, `not_wanted`, `done`. */
    end_reason: text(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    inShop(t, t.customer_id, customer),
    uniqueIndex().on(t.shop_id, t.tracking_hash),
    uniqueIndex('cart_tracking_open_member').on(t.shop_id, t.customer_id).where(sql`ended_at is null`),
    uniqueIndex('cart_tracking_open_guest').on(t.shop_id, t.email).where(sql`ended_at is null and customer_id is null`),
    index('cart_tracking_due').on(t.next_at).where(sql`ended_at is null`),
    index().on(t.customer_id, t.id),
  ],
)

/** A reminder that was written: one per cart and step, whatever runs twice. Its link is kept only as SHA-256. */
export const cart_reminder = pgTable(
  'cart_reminder',
  {
    shop_id: id().notNull(),
    id: generatedId(),
    tracking_id: id().notNull(),
    step: smallint().notNull(),
    items: jsonb().$type<TrackedPiece[]>().notNull(),
    restore_hash: bytea().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** Until then the link restores the cart. */
    expires_at: timestamp({ withTimezone: true }).notNull(),
    clicked_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    inShop(t, t.tracking_id, cart_tracking),
    uniqueIndex().on(t.shop_id, t.tracking_id, t.step),
    uniqueIndex().on(t.shop_id, t.restore_hash),
  ],
)

/** 配信停止: who wants no advertising any more, by channel; holds for guests and members. */
export const ad_optout = pgTable(
  'ad_optout',
  {
    shop_id: id().notNull(),
    /** `mail` or `line`. */
    channel: text().notNull(),
    /** E-mail in lower case, or LINE's id. */
    address: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.channel, t.address] })],
)

/** 広告の1通: an advert that was written, of whatever kind, with its link that stops them all. The link is kept only as SHA-256, and works for ever. */
export const ad_letter = pgTable(
  'ad_letter',
  {
    shop_id: id().notNull(),
    id: generatedId(),
    /** `mail` or `line`, and where it goes. */
    channel: text().$type<'mail' | 'line'>().notNull(),
    address: text().notNull(),
    /** null: a guest. */
    customer_id: id(),
    unsubscribe_hash: bytea().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    inShop(t, t.customer_id, customer),
    index().on(t.unsubscribe_hash),
    index().on(t.shop_id, t.customer_id),
    check('ad_letter_channel', sql`channel IN ('mail', 'line')`),
  ],
)
