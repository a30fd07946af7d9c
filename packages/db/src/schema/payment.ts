import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { customer } from './customer.ts'
import { orders } from './order.ts'

/** 決済: one attempt to pay one order with one provider. Written before the provider is called. */
export const payment = pgTable(
  'payment',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    shop_id: integer().notNull(),
    order_id: integer()
      .notNull()
      .references(() => orders.id),
    /** 1 card, 2 Amazon Pay, 3 deferred, 4 NP, null cash on delivery. */
    payment_method_id: smallint(),
    /** See packages/shop/src/payment/rules/payment-state.ts. */
    state: text().notNull(),
    amount: integer().notNull(),
    /** Of `amount`, taken at shipping; of that, given back. */
    captured_amount: integer().notNull().default(0),
    refunded_amount: integer().notNull().default(0),
    /** Our number for it at the provider, used once. */
    provider_order_id: text().notNull(),
    /** The provider's own keys to it; read by its adapter alone. */
    reference: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** What the browser that comes back from the provider carries. */
    return_key: text(),
    redirect_url: text(),
    /** Saved card that pays. */
    card_seq: integer(),
    /** Keep the card for the member once it is paid; set back when that is done. */
    save_card: boolean().notNull().default(false),
    /** Why it failed, in the terms of PaymentRefusal. */
    refusal: text(),
    /** The provider's own code for it. */
    error: text(),
    /** Until then one process works on it with the provider; the others wait. */
    claimed_until: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex().on(t.provider_order_id),
    index().on(t.order_id),
    index().on(t.state, t.updated_at),
    index().on(t.return_key),
    index().on(t.payment_method_id, t.created_at),
    index('payment_card_wanted').on(t.id).where(sql`save_card`),
  ],
)

/** Registration of a card with 3-D Secure, from the first call to the saved card. */
export const card_registration = pgTable(
  'card_registration',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    shop_id: integer().notNull(),
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    state: text().notNull(),
    provider_order_id: text().notNull(),
    access_id: text(),
    access_pass: text(),
    redirect_url: text(),
    is_default: boolean().notNull().default(false),
    /** The card that this one takes the place of; subscriptions that it pays for follow. */
    replaces_seq: integer(),
    idempotency_key: text().notNull(),
    card_seq: integer(),
    error: text(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex().on(t.provider_order_id),
    uniqueIndex().on(t.customer_id, t.idempotency_key),
    index().on(t.access_id),
  ],
)

/** Every change of a payment, in order; never updated. */
export const payment_event = pgTable(
  'payment_event',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    payment_id: integer()
      .notNull()
      .references(() => payment.id),
    event: text().notNull(),
    detail: jsonb().notNull().default({}),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index().on(t.payment_id)],
)

/** A card that was typed in and refused. Whoever tries out stolen numbers makes many. */
export const card_decline = pgTable(
  'card_decline',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    shop_id: integer().notNull(),
    customer_id: integer(),
    /** Digest of the network address. */
    address_key: text(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index().on(t.customer_id, t.created_at), index().on(t.address_key, t.created_at), index().on(t.created_at)],
)

/** What a provider told us without being asked, kept so that the same notice does nothing twice. */
export const payment_notice = pgTable('payment_notice', {
  /** Digest of provider and body. */
  key: text().primaryKey(),
  provider_order_id: text().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull(),
})

type Books = { state: string; amount: number; refunded_amount: number }

/** 差異: where the provider's record of a payment is not what ours is. */
export const payment_difference = pgTable(
  'payment_difference',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    payment_id: integer()
      .notNull()
      .references(() => payment.id),
    ours: jsonb().$type<Books>().notNull(),
    /** null: the provider never heard of it. */
    theirs: jsonb().$type<Books>(),
    found_at: timestamp({ withTimezone: true }).notNull(),
    /** When the two agreed again. */
    resolved_at: timestamp({ withTimezone: true }),
  },
  (t) => [uniqueIndex('payment_difference_open').on(t.payment_id).where(sql`resolved_at is null`)],
)
