import type { BankAccountType } from '@kushi/values/bank-transfer'
import { BANK_REFUND_STATE_NAME, TRANSFER_FILE_STATE_NAME } from '@kushi/values/bank-transfer'
import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  date,
  index,
  integer,
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
  shopForeignKey,
} from './columns.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'
import { orders } from './order.ts'
import { payment } from './payment.ts'
import { shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = () => timestamp({ withTimezone: true })

/** 依頼人: the shop's account from which refunds are paid. */
export const transfer_sender = shopTable(
  'transfer_sender',
  { owner: 'bank-refund', kept: 'settings' },
  {
    shop_id: idColumn()
      .primaryKey()
      .references(() => shop.id),
    /** 委託者コード, given by the bank. */
    client_code: text().notNull(),
    /** 依頼人名 in half-width kana. */
    client_name: text().notNull(),
    bank_code: text().notNull(),
    bank_name: text().notNull(),
    branch_code: text().notNull(),
    branch_name: text().notNull(),
    deposit_type: smallint().$type<BankAccountType>().notNull(),
    account_number: text().notNull(),
    updated_at: moment().notNull(),
  },
  () => [
    check(
      'transfer_sender_codes',
      sql`client_code ~ '^[0-9]{10}$' AND bank_code ~ '^[0-9]{4}$' AND branch_code ~ '^[0-9]{3}$'`,
    ),
    check('transfer_sender_account', sql`deposit_type IN (1, 2) AND account_number ~ '^[0-9]{7}$'`),
  ],
)

/** 総合振込のファイル: one a day, prepared by one person and approved by another. */
export const transfer_file = shopTable(
  'transfer_file',
  { owner: 'bank-refund', kept: [{ after: { days: 30 }, since: 'closed_at', sets: { sealed: null } }] },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** 振込指定日 */
    pay_on: date().notNull(),
    state: closedListColumn(TRANSFER_FILE_STATE_NAME).notNull(),
    transfers: integer().notNull(),
    amount: idColumn().notNull(),
    sha256: text().notNull(),
    /** Its bytes, encrypted, because they name accounts; null: deleted after their term. */
    sealed: text(),
    ...actorColumns,
    approver_id: idColumn().references(() => operator.id),
    approver_name: text(),
    approved_at: moment(),
    /** When somebody first took its bytes: from then on it may be at the bank. */
    taken_at: moment(),
    closed_at: moment(),
    created_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex('transfer_file_of_day').on(t.shop_id, t.pay_on).where(sql`state <> 'dropped'`),
    closedListCheck('transfer_file_state', t.state),
    // 二人: who prepares a file does not approve it.
    check('transfer_file_two_people', sql`approver_id IS NULL OR approver_id IS DISTINCT FROM actor_id`),
    check('transfer_file_approved', sql`state IN ('prepared', 'dropped') OR approver_id IS NOT NULL`),
    actorCheck(t),
  ],
)

/** 振込での返金: the amount owed on an order, paid to an account that its customer enters by a link. */
export const bank_refund = shopTable(
  'bank_refund',
  {
    owner: 'bank-refund',
    kept: [
      {
        after: { days: 30 },
        since: 'updated_at',
        only: { words: 'paid or returned', where: sql`bank_refund.state IN ('paid', 'returned')` },
        sets: { sealed: null },
      },
    ],
    person: {
      by: 'order_id',
      shown: '銀行振込でのご返金',
      hides: ['payment_id', 'expires_at', 'transfer_file_id'],
      erased: {
        sets: {
          state: sql`CASE WHEN state IN ('asked', 'given') THEN 'withdrawn' ELSE state END`,
          sealed: null,
          masked: '',
          reason: '',
        },
        only: sql`state <> 'filed'`,
      },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    order_id: idColumn().notNull(),
    payment_id: idColumn().notNull(),
    amount: integer().notNull(),
    state: closedListColumn(BANK_REFUND_STATE_NAME).notNull(),
    /** SHA-256 of the token in the mailed link, and until when it can be used. */
    token_hash: bytea().notNull(),
    expires_at: moment().notNull(),
    /** The account, encrypted; null: not given yet, or deleted after its term. */
    sealed: text(),
    masked: text().notNull().default(''),
    transfer_file_id: idColumn(),
    /** Why the bank could not pay, or why it was withdrawn. */
    reason: text().notNull().default(''),
    ...actorColumns,
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.order_id, orders),
    shopForeignKey(t, t.payment_id, payment),
    shopForeignKey(t, t.transfer_file_id, transfer_file),
    index('bank_refund_token').on(t.token_hash),
    uniqueIndex('bank_refund_open').on(t.shop_id, t.order_id).where(sql`state IN ('asked', 'given', 'filed')`),
    index('bank_refund_waiting').on(t.shop_id, t.id).where(sql`state IN ('asked', 'given', 'filed', 'returned')`),
    index('bank_refund_known').on(t.shop_id, t.updated_at).where(sql`sealed IS NOT NULL`),
    index().on(t.shop_id, t.transfer_file_id),
    closedListCheck('bank_refund_state', t.state),
    check('bank_refund_amount', sql`amount > 0`),
    check('bank_refund_account', sql`state NOT IN ('given', 'filed') OR sealed IS NOT NULL`),
    actorCheck(t),
  ],
)
