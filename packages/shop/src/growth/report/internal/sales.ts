import type { Report } from '@kushi/contract/admin/report'
import { FEE_NAME, mapOrderFees, ORDER_FEES } from '@kushi/values/order-amounts'
import { type SalesQuery, type SalesSums, salesOrdersSql, sumSales } from '../../../accounting/ledger/index.ts'
import { isCalendarPeriod } from '../rules/periods.ts'
import { numberCell, type ReportSource } from './report-source.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

/** The row key of amounts that belong to no product. */
export const NO_PRODUCT_KEY = 'rest'

const heads = {
  orders: { key: 'orders', label: '注文', unit: 'count', has_rows: true },
  pieces_kept: { key: 'pieces_kept', label: '個数', unit: 'count', has_rows: true },
  goods: { key: 'goods', label: '商品', unit: 'yen', has_rows: true },
  discount: { key: 'discount', label: '値引き', unit: 'yen', has_rows: true },
  ...mapOrderFees((key) => ({ key, label: FEE_NAME[key], unit: 'yen' as const, has_rows: true })),
  adjustment: { key: 'adjustment', label: '調整', unit: 'yen', has_rows: true },
  returned: { key: 'returned', label: '返品・値引き(売上後)', unit: 'yen', has_rows: true },
  amount: { key: 'amount', label: '合計', unit: 'yen', has_rows: true },
} as const satisfies Partial<Record<keyof SalesSums, Report['heads'][number]>>

const isByItem = ({ by }: ResolvedReportQuery) => by === 'product' || by === 'category'

function headsOf(asked: ResolvedReportQuery): Report['heads'] {
  const names: (keyof typeof heads)[] = isByItem(asked)
    ? [
        // An order may have goods of several categories.
        ...(asked.by === 'product' ? (['orders'] as const) : []),
        'pieces_kept',
        'goods',
        'discount',
        ...(asked.view === 'sold' ? (['returned'] as const) : []),
        'amount',
      ]
    : [
        'orders',
        'goods',
        'discount',
        ...ORDER_FEES,
        'adjustment',
        ...(asked.view === 'sold' ? (['returned'] as const) : []),
        'amount',
      ]
  return names.map((name) => heads[name])
}

const questionOf = ({ view, by, ...asked }: ResolvedReportQuery): SalesQuery => ({
  ...asked,
  by: by as SalesQuery['by'],
  basis: view === 'ordered' ? 'ordered' : 'sold',
})

export const salesReport: ReportSource = {
  heads: headsOf,
  async count(ctx, asked) {
    const { rows, total } = await sumSales(ctx, questionOf(asked))
    const cellsOf = (sums: SalesSums) => headsOf(asked).map(({ key }) => numberCell(sums[key as keyof SalesSums]))
    // Rows by time are in the order of time, others begin with the largest.
    const sorted = isCalendarPeriod(asked.by) ? rows : rows.toSorted((a, b) => b.amount - a.amount)
    return {
      rows: sorted.map((row) => ({ key: row.key ?? NO_PRODUCT_KEY, cells: cellsOf(row) })),
      total: cellsOf(total),
    }
  },
  behind: ({ shop_id }, asked, { row, column }) => ({
    kind: 'order',
    units: salesOrdersSql(shop_id, questionOf(asked), {
      key: row === NO_PRODUCT_KEY ? null : row,
      column: column as keyof SalesSums,
    }),
    parts: null,
  }),
}
