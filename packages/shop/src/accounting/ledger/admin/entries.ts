import { type LedgerRow, ledgerList, parseBalanceFilter } from '@kushi/contract/admin/accounting'
import { collectingCarrierSql } from '@kushi/db/collecting-carrier'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { order_item, orders } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import { LEDGER_KIND_NAME } from '@kushi/values/ledger'
import { paymentMethodName } from '@kushi/values/payment-method'
import { SETTLEMENT_PROVIDER_NAME } from '@kushi/values/settlement'
import { escapeLike } from '@kushi/values/text'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  type AdminContext,
  type AdminHandler,
  type ListSource,
  loadListPage,
  readEveryPage,
  rowCounter,
} from '../../../foundation/admin/index.ts'
import { beginExport, csvFile } from '../../../foundation/csv/index.ts'
import { ordersWithBalanceSql } from '../internal/receivables.ts'

/** Values of a filter in which `0` stands for none. */
const amongOrNone = (
  column: typeof ledger_entry.tax_rate | typeof ledger_entry.payment_method_id,
  given: string[],
): SQL => sql`coalesce(${column}, 0) = any(${sql.param(given)}::smallint[])`

const ofOrder = (shop_id: number, what: SQL): SQL =>
  sql`exists (select from ${orders} o where o.shop_id = ${shop_id} and o.id = ${ledger_entry.order_id} and ${what})`

const source = ({ db, shop_id }: Pick<AdminContext, 'db' | 'shop_id'>): ListSource<typeof ledgerList, LedgerRow> => ({
  where: eq(ledger_entry.shop_id, shop_id),
  shows_all: true,
  id: ledger_entry.id,
  sorts: { day: ledger_entry.day },
  filters: {
    day: ledger_entry.day,
    kind: (given: string[]) => inArray(ledger_entry.kind, given as LedgerRow['kind'][]),
    tax_rate: (given: string[]) => amongOrNone(ledger_entry.tax_rate, given),
    payment_method_id: (given: string[]) => amongOrNone(ledger_entry.payment_method_id, given),
    is_subscription: (wanted: boolean) => ofOrder(shop_id, sql`(o.subscription_id is not null) = ${wanted}`),
    adcd: (code: string) => ofOrder(shop_id, code === 'なし' ? sql`o.adcd is null` : sql`o.adcd = ${code}`),
    product_id: (given: string) =>
      /^\d{1,9}$/.test(given)
        ? sql`exists (select from ${order_item} i where i.shop_id = ${shop_id} and i.order_id = ${ledger_entry.order_id}
            and i.product_id = ${given}::bigint)`
        : undefined,
    carrier: (given: string[]) =>
      sql`${ledger_entry.payment_method_id} is null
        and ${collectingCarrierSql(sql`${shop_id}`, sql`${ledger_entry.order_id}`)} = any(${sql.param(given)}::text[])`,
    balance: (given: string) => {
      const asked = parseBalanceFilter(given)
      return asked
        ? sql`${ledger_entry.order_id} in (${ordersWithBalanceSql(shop_id, asked.kind, asked.day)})`
        : sql`false`
    },
  },
  search: (words) =>
    sql`${ledger_entry.order_id} in (select ${orders.id} from ${orders} where ${orders.shop_id} = ${shop_id}
      and ${orders.order_no} like ${`${escapeLike(words.toUpperCase())}%`})`,
  rows: ({ where, orderBy, limit, sort_value }) =>
    db
      .select({
        id: ledger_entry.id,
        day: ledger_entry.day,
        happened_on: ledger_entry.happened_on,
        order_id: ledger_entry.order_id,
        order_no: orders.order_no,
        kind: ledger_entry.kind,
        tax_rate: ledger_entry.tax_rate,
        amount: ledger_entry.amount,
        tax: ledger_entry.tax,
        payment_method_id: ledger_entry.payment_method_id,
        provider: ledger_entry.provider,
        sort_value,
      })
      .from(ledger_entry)
      .leftJoin(orders, refersToCondition(ledger_entry.order_id, orders))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  count: rowCounter(db, ledger_entry),
})

/** 売上台帳 */
export const listLedgerEntries: AdminHandler<'GET /admin/v1/ledger'> = (ctx, query) =>
  loadListPage(ledgerList, query, source(ctx))

/** 売上台帳のCSV with the filters of the list. */
export const exportLedgerEntries: AdminHandler<'POST /admin/v1/ledger/export'> = async (ctx, { filter, encoding }) => {
  await beginExport(ctx, '売上台帳', { list: ledgerList, filter, source: source(ctx) })
  const pages = readEveryPage<typeof ledgerList, LedgerRow>(ledgerList, filter, source(ctx))
  return csvFile(`ledger-${ctx.clock.today()}`, columns, encoding, pages)
}

const columns = [
  { head: '計上日', of: (row: LedgerRow) => row.day },
  { head: '発生日', of: (row: LedgerRow) => row.happened_on },
  { head: '注文番号', of: (row: LedgerRow) => row.order_no },
  { head: '区分', of: (row: LedgerRow) => LEDGER_KIND_NAME[row.kind] },
  { head: '税率', of: (row: LedgerRow) => row.tax_rate },
  { head: '金額(税込)', of: (row: LedgerRow) => row.amount },
  { head: 'うち消費税', of: (row: LedgerRow) => row.tax },
  { head: 'お支払い方法', of: (row: LedgerRow) => paymentMethodName(row.payment_method_id) },
  { head: '入金元', of: (row: LedgerRow) => row.provider && SETTLEMENT_PROVIDER_NAME[row.provider] },
]
