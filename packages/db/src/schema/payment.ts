import { LINKED_ACCOUNT_STATE_NAME } from '@kushi/values/linked-account'
import { PAYMENT_STATE_NAME, paymentMethodIdList } from '@kushi/values/payment-method'
import type { PaymentSlip } from '@kushi/values/payment-slip'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  actorCheck,
  actorColumns,
  closedListCheck,
  closedListColumn,
  generatedId,
  idColumn,
  paymentMethodCheck,
  shopForeignKey,
} from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { orders } from './order.ts'

const inTransfers = paymentMethodIdList(({ in_transfers }) => in_transfers)

/** 決済: one attempt to pay one order with one provider. Written before the provider is called. */
export const payment = shopTable(
  'payment',
  {
    owner: 'payment',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: 'お支払い',
      hides: ['account', 'provider_order_id', 'reference', 'redirect_url', 'claimed_until'],
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    id: generatedId(),
    shop_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    /** See packages/values/src/payment-method.ts. */
    payment_method_id: smallint(),
    /**
     * The provider's account with which it was begun (`gmo tshop00000001`), so that two accounts can be told apart; null: cash,
     * or begun before it was recorded.
     */
    account: text(),
    /** See packages/shop/src/sales/payment/rules/payment-state.ts. */
    state: closedListColumn(PAYMENT_STATE_NAME).notNull(),
    amount: integer().notNull(),
    /** The part of `amount` captured at shipping, or all that came by 銀行振込, which may be more; then the part of that which was refunded. */
    captured_amount: integer().notNull().default(0),
    refunded_amount: integer().notNull().default(0),
    /** Yen of the sale that 赤伝 (`order_credit`) credited, and yen that the shop itself repaid (bank transfer, cash). */
    credited_amount: integer().notNull().default(0),
    repaid_amount: integer().notNull().default(0),
    /** When money was first captured. */
    captured_at: timestamp({ withTimezone: true }),
    /** The provider took the money with the charge, before anything was sent. */
    captured_on_charge: boolean().notNull().default(false),
    /**
     * The time from which a job refunds the owed amount at the provider; null: an operator does, or nothing is owed.
     */
    refund_due_at: timestamp({ withTimezone: true }),
    /** 入金消込: the parts of the captured and of the refunded amount that the provider has settled with the shop. */
    settled_amount: integer().notNull().default(0),
    settled_refund: integer().notNull().default(0),
    /** 返金の合計 that the provider was asked for and has not answered yet, and since when; null: none. */
    refund_asked: integer(),
    refund_asked_at: timestamp({ withTimezone: true }),
    /** When the provider is asked next whether its refunds stand; null: they are decided. */
    refund_check_at: timestamp({ withTimezone: true }),
    /** Our number for it at the provider; used once. */
    provider_order_id: text().notNull(),
    /** The provider's own identifiers; read only by its adapter. */
    reference: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Key that the browser carries when it comes back from the provider. */
    return_key: text(),
    redirect_url: text(),
    /** The saved card that pays. */
    card_seq: integer(),
    /** Save the card for the member once the payment succeeds; reset when done. */
    save_card: boolean().notNull().default(false),
    /** Why it failed, as a PaymentRefusal. */
    refusal: text(),
    /** The provider's error code. */
    error: text(),
    /** 前払い: until when the customer pays, with what, and when they were reminded; null: none, or not yet. */
    pay_until: timestamp({ withTimezone: true }),
    slip: jsonb().$type<PaymentSlip>(),
    reminded_at: timestamp({ withTimezone: true }),
    /** The last time at which the authorisation can be captured, as the provider says; null: it does not say. */
    capture_until: timestamp({ withTimezone: true }),
    /** The end of the claim of the process that works on it with the provider; other processes wait. */
    claimed_until: timestamp({ withTimezone: true }),
    /** Counts the claims. A process that was delayed beyond its claim writes nothing after the next one has begun. */
    claim_no: integer().notNull().default(0),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.order_id, orders),
    uniqueIndex().on(t.shop_id, t.provider_order_id),
    index().on(t.order_id),
    index().on(t.state, t.updated_at),
    index().on(t.shop_id, t.state, t.order_id),
    index().on(t.return_key),
    index().on(t.payment_method_id, t.created_at),
    index('payment_card_wanted').on(t.id).where(sql`save_card`),
    index('payment_refund_check').on(t.shop_id, t.refund_check_at).where(sql`refund_check_at is not null`),
    index('payment_refund_due').on(t.shop_id, t.refund_due_at).where(sql`refund_due_at is not null`),
    // 未返金: more money was received than the remaining sale.
    index('payment_owed')
      .on(t.shop_id, t.id)
      .where(sql`captured_amount + credited_amount - refunded_amount - repaid_amount > amount`),
    // お預け中: the provider has not settled it yet.
    index('payment_unsettled')
      .on(t.shop_id, t.created_at, t.id)
      .where(sql`captured_amount - settled_amount <> refunded_amount - settled_refund`),
    // 銀行振込 that is partly paid.
    index('payment_short').on(t.shop_id, t.id).where(sql`state = 'awaiting' AND captured_amount > 0`),
    // 仮売上 that lapse, by their day.
    index('payment_lapsing')
      .on(t.shop_id, t.capture_until)
      .where(sql`state = 'authorised' AND capture_until IS NOT NULL`),
    // 入金待ち, by their deadline.
    index('payment_awaited').on(t.shop_id, t.pay_until).where(sql`state = 'awaiting'`),
    index('payment_captured').on(t.shop_id, t.captured_at).where(sql`captured_at is not null`),
    // The providers' own numbers, as their settlement files name them.
    index('payment_provider_no')
      .on(
        t.shop_id,
        sql`coalesce(reference ->> 'charge_id', reference ->> 'np_transaction_id', reference ->> 'gmo_transaction_id', reference ->> 'tran_id') text_pattern_ops`,
      )
      .where(sql`captured_amount > 0`),
    check('payment_save_card', sql`NOT save_card OR payment_method_id = 1`),
    check('payment_amount', sql`amount BETWEEN 0 AND 999999999`),
    closedListCheck('payment_state', t.state),
    check(
      'payment_captured_amount',
      sql.raw(
        `captured_amount BETWEEN 0 AND amount OR (captured_amount > amount AND coalesce(payment_method_id IN (${inTransfers}), false))`,
      ),
    ),
    check('payment_refunded_amount', sql`refunded_amount BETWEEN 0 AND captured_amount`),
    check('payment_credited_amount', sql`credited_amount BETWEEN 0 AND amount`),
    check('payment_repaid_amount', sql`repaid_amount BETWEEN 0 AND captured_amount - refunded_amount`),
    paymentMethodCheck('payment_method'),
  ],
)

/**
 * 入金した振込: a transfer that reached the account of a payment; written once, never changed. The sum of all is
 * `payment.captured_amount`.
 */
export const payment_transfer = shopTable(
  'payment_transfer',
  {
    owner: 'payment',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: 'お振込',
      hides: ['payment_id', 'transfer_key'],
      erased: { sets: { remitter_name: '' } },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    payment_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    /** The key by which the provider's record of the transfer is recognised. */
    transfer_key: text().notNull(),
    amount: integer().notNull(),
    /** 振込依頼人名, as the bank writes it. */
    remitter_name: text().notNull(),
    /** Its day at the bank. */
    transferred_on: date().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.payment_id, payment),
    shopForeignKey(t, t.order_id, orders),
    uniqueIndex().on(t.shop_id, t.payment_id, t.transfer_key),
    index().on(t.shop_id, t.order_id),
    check('payment_transfer_amount', sql`amount > 0`),
  ],
)

/**
 * 決済の停止: while a shop has a row, no request that moves money is sent to its providers. Set for all shops after a
 * restore; lifted per shop once its records agree with those of its providers.
 */
export const payment_hold = shopTable(
  'payment_hold',
  { owner: 'payment', kept: 'settings' },
  {
    shop_id: idColumn().primaryKey(),
    reason: text().notNull(),
    held_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
)

/**
 * 連携: a member's account at a provider, to which later deliveries of 定期便 are charged. `ending`: no longer charged, and a job
 * revokes it there.
 */
export const linked_account = shopTable(
  'linked_account',
  {
    owner: 'payment',
    kept: 'person',
    person: {
      by: 'customer_id',
      shown: '連携したお支払いのアカウント',
      hides: ['user_authorization_id', 'nonce'],
      erased: { sets: { state: 'ending' }, only: sql`state = 'active'` },
    },
    merged: { fate: 'joins', name: null },
  },
  {
    id: generatedId(),
    shop_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    payment_method_id: smallint().notNull(),
    state: closedListColumn(LINKED_ACCOUNT_STATE_NAME).notNull(),
    /** The provider's number of the consent; null once it is revoked there. Worth nothing without the shop's own keys. */
    user_authorization_id: text(),
    /** Of the session in which it was linked, each good for one. */
    nonce: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    ended_at: timestamp({ withTimezone: true }),
    /** When its revocation is tried again after one that failed. */
    revoke_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    uniqueIndex().on(t.shop_id, t.nonce),
    index().on(t.customer_id),
    uniqueIndex('linked_account_active').on(t.shop_id, t.customer_id, t.payment_method_id).where(sql`state = 'active'`),
    index('linked_account_ending').on(t.shop_id, t.id).where(sql`state = 'ending'`),
    closedListCheck('linked_account_state', t.state),
    check('linked_account_active_number', sql`state <> 'active' OR user_authorization_id IS NOT NULL`),
    paymentMethodCheck('linked_account_method'),
  ],
)

/** Registration of a card with 3-D Secure, from the first call to the saved card. */
export const card_registration = shopTable(
  'card_registration',
  {
    owner: 'payment',
    kept: 'person',
    person: {
      by: 'customer_id',
      shown: 'カードのご登録',
      hides: ['provider_order_id', 'access_id', 'access_pass', 'redirect_url'],
      erased: { sets: { card_first: null } },
    },
    merged: { fate: 'keyed', name: null },
  },
  {
    id: generatedId(),
    shop_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    /** 登録状態. `returned`: the browser has returned from 3-D Secure and one request works on the registration. */
    state: text({ enum: ['intent', 'entered', 'redirected', 'returned', 'saved', 'failed'] }).notNull(),
    provider_order_id: text().notNull(),
    access_id: text(),
    access_pass: text(),
    redirect_url: text(),
    is_default: boolean().notNull().default(false),
    /** The card that this one replaces; subscriptions paid with it switch over. */
    replaces_seq: integer(),
    idempotency_key: text().notNull(),
    card_seq: integer(),
    /** The first four digits, for the member's eyes. The provider returns the last four only. */
    card_first: text(),
    error: text(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    uniqueIndex().on(t.shop_id, t.provider_order_id),
    uniqueIndex().on(t.shop_id, t.customer_id, t.idempotency_key),
    index().on(t.access_id),
    check('card_registration_first', sql`card_first ~ '^[0-9]{4}$'`),
    closedListCheck('card_registration_state', t.state),
  ],
)

/** Every change of a payment, in order; never updated. */
export const payment_event = shopTable(
  'payment_event',
  {
    owner: 'payment',
    kept: 'books',
    person: {
      by: 'payment_id',
      shown: 'お支払いの経過',
      hides: ['detail'],
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    payment_id: idColumn().notNull(),
    event: text().notNull(),
    detail: jsonb().notNull().default({}),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.payment_id, payment),
    index().on(t.payment_id),
    actorCheck(t),
  ],
)

/**
 * 返金: money that went back to the customer, one row each time; never changed. A row with a negative amount names the refund
 * that the provider declined later.
 */
export const payment_refund = shopTable(
  'payment_refund',
  {
    owner: 'payment',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: 'お支払いのご返金',
      hides: ['note', 'payment_id'],
      erased: { sets: { note: '' } },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    payment_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    /** By the payment's provider, or by the shop's own hand (bank transfer, cash). */
    way: text({ enum: ['provider', 'hand'] }).notNull(),
    amount: integer().notNull(),
    /** The latest refund before the provider declined. */
    corrects_id: idColumn(),
    note: text().notNull().default(''),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.payment_id, payment),
    shopForeignKey(t, t.order_id, orders),
    shopForeignKey(t, t.corrects_id, t),
    index().on(t.shop_id, t.order_id),
    index().on(t.shop_id, t.created_at, t.id),
    closedListCheck('payment_refund_way', t.way),
    check('payment_refund_amount', sql`amount > 0 OR (amount < 0 AND corrects_id IS NOT NULL)`),
    actorCheck(t),
  ],
)

/** A card that was entered and declined. An attacker testing stolen numbers causes many. */
export const card_decline = shopTable(
  'card_decline',
  {
    owner: 'payment',
    // A day of counting and a day of lock are the longest that a shop may set.
    kept: [{ after: { hours: 48 }, since: 'created_at' }],
    person: {
      by: 'customer_id',
      shown: 'カードをお断りした記録',
      hides: ['address_key'],
      erased: { stays: 'gone with its term' },
    },
    merged: { fate: 'moves', name: null },
  },
  {
    id: generatedId(),
    shop_id: idColumn().notNull(),
    customer_id: idColumn(),
    /** Digest of the network address. */
    address_key: text(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    index().on(t.customer_id, t.created_at),
    index().on(t.address_key, t.created_at),
    index().on(t.created_at),
  ],
)

/** A notification from a provider, stored so that a repeated one does nothing. */
export const payment_notice = shopTable(
  'payment_notice',
  {
    owner: 'checkout',
    kept: 'books',
  },
  {
    shop_id: idColumn().notNull(),
    /** Digest of provider and body. */
    key: text().notNull(),
    provider_order_id: text().notNull(),
    /**
     * The provider's number of an approval without an order; null: the notice is about no approval, or it was decided
     * since.
     */
    approval_id: text(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.key] }),
    index('payment_notice_approval').on(t.shop_id, t.created_at).where(sql`approval_id is not null`),
  ],
)

type Books = { state: string; amount: number; refunded_amount: number }

/** 差異: the provider's record of a payment differs from ours. */
export const payment_difference = shopTable(
  'payment_difference',
  {
    owner: 'payment',
    kept: 'books',
    person: {
      by: 'payment_id',
      shown: { not: 'the shop against its provider' },
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    payment_id: idColumn().notNull(),
    ours: jsonb().$type<Books>().notNull(),
    /** null: the provider does not know the payment. */
    theirs: jsonb().$type<Books>(),
    found_at: timestamp({ withTimezone: true }).notNull(),
    /** When the two records agreed again. */
    resolved_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.payment_id, payment),
    uniqueIndex('payment_difference_open').on(t.shop_id, t.payment_id).where(sql`resolved_at is null`),
  ],
)
