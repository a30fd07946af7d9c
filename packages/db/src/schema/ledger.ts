import { JOURNAL_GRAIN_NAME } from '@kushi/values/journal'
import { LEDGER_KIND_NAME, SALES_BASIS_NAME } from '@kushi/values/ledger'
import { mapOrderFees } from '@kushi/values/order-amounts'
import { REPORT_BASIS_NAME } from '@kushi/values/sales-report'
import type { PayingProvider } from '@kushi/values/settlement'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
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
import { shop } from './shop.ts'

/**
 * 売上台帳: one money fact at one tax rate; only ever added. The rows follow from an order, its 赤伝 and refunds
 * (`accounting/ledger/rules/entries.ts`), and those of money that arrived from a settlement file
 * (`accounting/settlement/rules/booked-line.ts`).
 */
export const ledger_entry = shopTable(
  'ledger_entry',
  {
    owner: 'ledger',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: { not: 'the books: the order has its amounts' },
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    /** The day on which it counts: that of the event, or the first day of the open month if the event's month is closed. */
    day: date().notNull(),
    /** The day of the event. */
    happened_on: date().notNull(),
    /** null: money that belongs to no order. */
    order_id: idColumn(),
    /** For 入金: the provider that paid the shop. */
    provider: text().$type<PayingProvider>(),
    kind: closedListColumn(LEDGER_KIND_NAME).notNull(),
    /** null: no supply, so no tax (対象外). */
    tax_rate: smallint(),
    amount: integer().notNull(),
    tax: integer().notNull(),
    payment_method_id: smallint(),
    cause: text().notNull(),
    /** 修正: the entry that it corrects. */
    corrects_id: idColumn(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.order_id, orders),
    shopForeignKey(t, t.corrects_id, t),
    unique('ledger_entry_once').on(t.shop_id, t.order_id, t.cause, t.kind, t.tax_rate).nullsNotDistinct(),
    index().on(t.shop_id, t.day, t.id),
    index().on(t.shop_id, t.kind, t.day, t.id),
    closedListCheck('ledger_entry_kind', t.kind),
    check('ledger_entry_tax_rate', sql`tax_rate IN (8, 10)`),
    check('ledger_entry_amount', sql`amount <> 0 AND abs(tax) < abs(amount)`),
    paymentMethodCheck('ledger_entry_payment_method'),
  ],
)

/** A sum of many rows. */
const sum = () => bigint({ mode: 'number' }).notNull()

/** The keys by which an order is counted. None is null: 0 or '' means none. */
const salesKey = {
  shop_id: idColumn().notNull(),
  basis: closedListColumn(REPORT_BASIS_NAME).notNull(),
  day: date().notNull(),
}

/**
 * 売上の日計: the sums of a day, divided by the properties of orders. Derived from `ledger_entry` and `order_fact`
 * (`accounting/ledger/internal/sales-lines.ts`). Contains only closed orders: open 受注 are counted at each query.
 */
export const sales_day = shopTable(
  'sales_day',
  { owner: 'ledger', kept: 'books' },
  {
    ...salesKey,
    payment_method_id: smallint().notNull(),
    adcd: text().notNull(),
    /** 定期便の回: the first of its band (`CYCLE_BANDS`); 0: 単品. */
    cycle: smallint().notNull(),
    customer_rank_id: idColumn().notNull(),
    /** 新規: the first order of its member. */
    is_first: boolean().notNull().default(false),
    orders: sum(),
    /** With goods at 10 % and at 8 %. */
    orders_10: sum(),
    orders_8: sum(),
    goods: sum(),
    discount: sum(),
    ...mapOrderFees(() => sum().default(0)),
    adjustment: sum(),
    returned: sum(),
    /** The sum of these orders, tax included. */
    amount_10: sum(),
    amount_8: sum(),
    tax_10: sum(),
    tax_8: sum(),
  },
  (t) => [
    primaryKey({
      name: 'sales_day_pk',
      columns: [t.shop_id, t.basis, t.day, t.payment_method_id, t.adcd, t.cycle, t.customer_rank_id, t.is_first],
    }),
    closedListCheck('sales_day_basis', t.basis),
  ],
)

/** 売上の日計 by product: the goods alone. */
export const product_day = shopTable(
  'product_day',
  { owner: 'ledger', kept: 'books' },
  {
    ...salesKey,
    product_id: idColumn().notNull(),
    orders: sum(),
    /** Pieces sold; pieces credited by 赤伝, with those that never left (欠品) apart. */
    pieces: sum(),
    pieces_back: sum(),
    pieces_missing: sum(),
    goods: sum(),
    discount: sum(),
    returned: sum(),
    amount_10: sum(),
    amount_8: sum(),
    /** For 売上: sold pieces whose 原価 is known on the day of their sale, their sales without tax, and their cost. */
    pieces_costed: sum().default(0),
    costed: sum().default(0),
    cost: sum().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.basis, t.day, t.product_id] }),
    closedListCheck('product_day_basis', t.basis),
  ],
)

/**
 * Days whose 日計 is older than their facts: until a job has summed them up again, they are counted from the facts. One row per transaction
 * and day, only ever added by them, so that none waits for another.
 */
export const sales_due = shopTable(
  'sales_due',
  { owner: 'ledger', kept: { job: 'sales-roll', when: 'when its work is done' } },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    day: date().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.id] }), index().on(t.shop_id, t.day)],
)

/** 売上計上基準 from a day on. Without a row: 出荷基準. */
export const sales_basis = shopTable(
  'sales_basis',
  { owner: 'journal', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    from_day: date().notNull(),
    basis: closedListColumn(SALES_BASIS_NAME).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.from_day] }), closedListCheck('sales_basis_basis', t.basis)],
)

/** 締め and its taking back, in order; never changed. The latest row of a month says whether it is closed. */
export const closing_event = shopTable(
  'closing_event',
  { owner: 'ledger', kept: 'books' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** Its first day. */
    month: date().notNull(),
    event: text({ enum: ['closed', 'reopened'] }).notNull(),
    /** The digest of the month's entries when it was closed. */
    digest: text(),
    /** The reason for opening the month again. */
    reason: text().notNull().default(''),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    index().on(t.shop_id, t.month, t.id),
    closedListCheck('closing_event_event', t.event),
    check('closing_event_month', sql`extract(day from month) = 1`),
    actorCheck(t),
  ],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** 勘定科目 of a side of a journal, by the booked part; a part without a row has its standard account. */
export const journal_account = shopTable(
  'journal_account',
  { owner: 'journal', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** `sale`, `deliveryFeeScheduleTarget`, `receivable` …: see `accounting/journal/rules/accounts.ts`. */
    part: text().notNull(),
    /** Of 売掛金: 0 for cash on delivery. null: the same for all methods. */
    payment_method_id: smallint(),
    account: text().notNull(),
    sub_account: text().notNull().default(''),
    department: text().notNull().default(''),
    /** Codes for programs that take no names. */
    code: text().notNull().default(''),
    sub_code: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    unique('journal_account_once').on(t.shop_id, t.part, t.payment_method_id).nullsNotDistinct(),
  ],
)

/** 税区分 as an accounting program writes it; a part without a row has its standard word. */
export const journal_tax_word = shopTable(
  'journal_tax_word',
  { owner: 'journal', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    program: text().notNull(),
    /** `sale`, `return`, `none`. */
    part: text().notNull(),
    tax_rate: smallint(),
    word: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    unique('journal_tax_word_once').on(t.shop_id, t.program, t.part, t.tax_rate).nullsNotDistinct(),
  ],
)

/** 仕訳ファイル as it was given out; a closed month's is given out again byte by byte. */
export const journal_export = shopTable(
  'journal_export',
  { owner: 'journal', kept: 'books' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    month: date().notNull(),
    program: text().notNull(),
    grain: closedListColumn(JOURNAL_GRAIN_NAME).notNull(),
    slips: integer().notNull(),
    /** Equal to the credit side. */
    debit: idColumn().notNull(),
    sha256: text().notNull(),
    /** The month was closed, so that it can't change any more. */
    is_final: boolean().notNull(),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.id] }), index().on(t.shop_id, t.month, t.id), actorCheck(t)],
)

/** The bytes of a 仕訳ファイル, in the pieces in which they were written. */
export const journal_export_part = shopTable(
  'journal_export_part',
  { owner: 'journal', kept: 'books' },
  {
    shop_id: idColumn().notNull(),
    journal_export_id: idColumn().notNull(),
    no: integer().notNull(),
    content: bytea().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.journal_export_id, t.no] }),
    shopForeignKey(t, t.journal_export_id, journal_export),
  ],
)
