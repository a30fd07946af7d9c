import type { PayingProvider, SettlementColumn, SettlementMismatch } from '@kushi/values/settlement'
import {
  FEE_TAX_NAME,
  SETTLEMENT_FILE_STATE_NAME,
  SETTLEMENT_LINE_KIND_NAME,
  SETTLEMENT_LINE_STATE_NAME,
  SETTLEMENT_PROVIDER_NAME,
} from '@kushi/values/settlement'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
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
import { shopTable } from './facts.ts'
import { orders } from './order.ts'
import { payment } from './payment.ts'
import { shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = () => timestamp({ withTimezone: true })

/**
 * Contract (契約) with a provider: its fees, and when it pays. Without a row, fees are not checked and no payment is
 * expected.
 */
export const settlement_term = shopTable(
  'settlement_term',
  { owner: 'settlement', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    provider: text().$type<PayingProvider>().notNull(),
    /** Payments captured before this day are not expected any more. */
    from_day: date().notNull(),
    /** 料率 in percent; null: fees are not checked. */
    fee_rate: numeric({ precision: 6, scale: 3, mode: 'number' }),
    /** Yen per payment, besides. */
    fee_fixed: integer().notNull().default(0),
    fee_tax: closedListColumn(FEE_TAX_NAME).notNull(),
    /** Days after which captured money is overdue. */
    pays_within_days: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.provider] }),
    check('settlement_term_fee_rate', sql`fee_rate BETWEEN 0 AND 100`),
    closedListCheck('settlement_term_fee_tax', t.fee_tax),
    check('settlement_term_pays_within', sql`pays_within_days BETWEEN 1 AND 180`),
  ],
)

/** 支払方法ごとの手数料, where the contract with its provider sets another one than for the provider's usual way to pay. */
export const settlement_method_fee = shopTable(
  'settlement_method_fee',
  { owner: 'settlement', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    payment_method_id: smallint().notNull(),
    fee_rate: numeric({ precision: 6, scale: 3, mode: 'number' }),
    fee_fixed: integer().notNull().default(0),
    fee_tax: closedListColumn(FEE_TAX_NAME).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.payment_method_id] }),
    paymentMethodCheck('settlement_method_fee_method'),
    check('settlement_method_fee_rate', sql`fee_rate BETWEEN 0 AND 100`),
    closedListCheck('settlement_method_fee_tax', t.fee_tax),
  ],
)

/** 覚えた列: the columns of a layout that is not built in, assigned once by a person and recognised by its heads. */
export const settlement_layout = shopTable(
  'settlement_layout',
  { owner: 'settlement', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** Digest of the heads in their order. */
    head_sign: text().notNull(),
    provider: closedListColumn(SETTLEMENT_PROVIDER_NAME).notNull(),
    columns: jsonb().$type<Partial<Record<SettlementColumn, string>>>().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.id] }), unique().on(t.shop_id, t.head_sign)],
)

/** 入金のファイル as it came: kept, because it is a document received (電子帳簿保存法). */
export const settlement_file = shopTable(
  'settlement_file',
  { owner: 'settlement', kept: 'books' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    name: text().notNull(),
    sha256: text().notNull(),
    content: bytea().notNull(),
    state: closedListColumn(SETTLEMENT_FILE_STATE_NAME).notNull(),
    provider: closedListColumn(SETTLEMENT_PROVIDER_NAME),
    columns: jsonb().$type<Partial<Record<SettlementColumn, string[]>>>(),
    /** 振込日 of lines that state none. */
    paid_on: date(),
    /** Its first rows, and the lines among which its heads were found, for the person who assigns the columns; null once read. */
    sample: jsonb().$type<{ heads: string[]; rows: string[][]; lines?: string[][] }>(),
    /** Rows of the file, and those that are dealt with. */
    row_count: integer(),
    done_rows: integer().notNull().default(0),
    /** Lines that another file had already. */
    known_rows: integer().notNull().default(0),
    fault: jsonb().$type<{ row: number; head: string; message: string }>(),
    /** Until then one process reads it. */
    claimed_until: moment(),
    ...actorColumns,
    created_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex('settlement_file_once').on(t.shop_id, t.sha256).where(sql`state NOT IN ('refused', 'taken_back')`),
    index('settlement_file_reading').on(t.shop_id, t.id).where(sql`state IN ('reading', 'taking_back')`),
    closedListCheck('settlement_file_state', t.state),
    actorCheck(t),
  ],
)

/** 入金明細: a line of a file. What it books is in the ledger, under the cause `settlement <file>-<row>`. */
export const settlement_line = shopTable(
  'settlement_line',
  {
    owner: 'settlement',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: { not: 'the books of a provider: the payment has its amounts' },
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    settlement_file_id: idColumn().notNull(),
    row: integer().notNull(),
    /** The same line in another file has the same key; a reverted line frees its key. */
    key: text().notNull(),
    provider: closedListColumn(SETTLEMENT_PROVIDER_NAME).notNull(),
    kind: closedListColumn(SETTLEMENT_LINE_KIND_NAME).notNull(),
    order_ref: text().notNull(),
    provider_ref: text().notNull(),
    tracking_no: text().notNull(),
    party: text().notNull(),
    /** Of a bank's line: what the account has after it; null: the file does not say. */
    bank_balance: bigint({ mode: 'number' }),
    /** Before the fee; negative: taken back. */
    amount: integer().notNull(),
    fee: integer().notNull(),
    happened_on: date(),
    paid_on: date().notNull(),
    state: closedListColumn(SETTLEMENT_LINE_STATE_NAME).notNull(),
    /** Why it does not fit; stays when a person has dealt with it. */
    reason: text().$type<SettlementMismatch>(),
    payment_id: idColumn(),
    /** The amount that it settles of its payment; null: an older server imported it, and its ledger entries say so. */
    settles: integer(),
    settles_refund: integer(),
    order_id: idColumn(),
    /** Of a bank's line: the file whose payout it is. */
    payout_file_id: idColumn(),
    note: text().notNull().default(''),
    settled_by: text(),
    settled_at: moment(),
    created_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.settlement_file_id, settlement_file),
    shopForeignKey(t, t.payment_id, payment),
    shopForeignKey(t, t.order_id, orders),
    shopForeignKey(t, t.payout_file_id, settlement_file),
    unique('settlement_line_once').on(t.shop_id, t.provider, t.key),
    index().on(t.shop_id, t.created_at, t.id),
    index().on(t.shop_id, t.settlement_file_id, t.created_at, t.id),
    index('settlement_line_open').on(t.shop_id, t.created_at, t.id).where(sql`state = 'open'`),
    index('settlement_line_kept').on(t.shop_id, t.created_at, t.id).where(sql`state = 'kept'`),
    index('settlement_line_bank').on(t.shop_id, t.paid_on, t.amount).where(sql`provider = 'bank'`),
    index('settlement_line_order').on(t.shop_id, t.order_id).where(sql`order_id is not null`),
    index('settlement_line_payment').on(t.shop_id, t.payment_id).where(sql`payment_id is not null`),
    index('settlement_line_order_ref').on(t.shop_id, t.order_ref).where(sql`order_ref <> ''`),
    index('settlement_line_provider_ref').on(t.shop_id, t.provider_ref).where(sql`provider_ref <> ''`),
    index('settlement_line_tracking_no').on(t.shop_id, t.tracking_no).where(sql`tracking_no <> ''`),
    closedListCheck('settlement_line_kind', t.kind),
    closedListCheck('settlement_line_state', t.state),
    check('settlement_line_reason', sql`state <> 'open' OR reason IS NOT NULL`),
  ],
)

/** A payout (振込) that a settlement file states for a day: the sum of its lines. */
export const settlement_payout = shopTable(
  'settlement_payout',
  { owner: 'settlement', kept: 'books', person: { nobody: 'a sum of many' } },
  {
    shop_id: idColumn().notNull(),
    settlement_file_id: idColumn().notNull(),
    provider: text().$type<PayingProvider>().notNull(),
    paid_on: date().notNull(),
    lines: integer().notNull(),
    received: integer().notNull(),
    refunded: integer().notNull(),
    fee: integer().notNull(),
    net: integer().notNull(),
    /** The bank's line that shows it. */
    bank_line_id: idColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.settlement_file_id, t.provider, t.paid_on] }),
    shopForeignKey(t, t.settlement_file_id, settlement_file),
    shopForeignKey(t, t.bank_line_id, settlement_line),
    index().on(t.shop_id, t.paid_on),
  ],
)
