import type { Report, ReportCell } from '@kushi/contract/admin/report'
import {
  type ProductSalesQuery,
  productSalesOrdersSql,
  type SalesSums,
  sumProductSales,
} from '../../../accounting/ledger/index.ts'
import { isCalendarPeriod } from '../rules/periods.ts'
import { numberCell, type ReportSource } from './report-source.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

const heads: Report['heads'] = [
  { key: 'pieces', label: '売れた個数', unit: 'count', has_rows: true },
  { key: 'pieces_back', label: '戻った個数', unit: 'count', has_rows: true },
  { key: 'rate', label: '戻った割合', unit: 'rate', has_rows: false },
  { key: 'pieces_missing', label: '欠品の個数', unit: 'count', has_rows: true },
  { key: 'sold', label: '商品の売上(値引き後)', unit: 'yen', has_rows: true },
  { key: 'returned', label: '返品の金額', unit: 'yen', has_rows: true },
  { key: 'cost', label: '原価(税抜)', unit: 'yen', has_rows: true },
  { key: 'profit', label: '粗利(税抜)', unit: 'yen', has_rows: false },
  { key: 'profit_rate', label: '粗利率', unit: 'rate', has_rows: false },
  { key: 'uncosted', label: '原価のない個数', unit: 'count', has_rows: true },
]

const questionOf = ({ from, to, by, product_id }: ResolvedReportQuery): ProductSalesQuery => ({
  from,
  to,
  by: by as ProductSalesQuery['by'],
  ...(product_id !== undefined && { product_id }),
})

const cellsOf = (sums: SalesSums) => [
  numberCell(sums.pieces),
  numberCell(sums.pieces_back),
  { value: sums.pieces === 0 ? null : sums.pieces_back, of: sums.pieces, undecided: null },
  numberCell(sums.pieces_missing),
  numberCell(sums.goods + sums.discount),
  numberCell(sums.returned),
  ...profitOf(sums),
  numberCell(sums.pieces - sums.pieces_costed),
]

/** 原価, 粗利 and its rate, for the pieces with a known 原価; empty if there are no such pieces. */
function profitOf({ costed, cost, pieces_costed }: SalesSums): ReportCell[] {
  const profit = costed - cost
  const isKnown = pieces_costed !== 0 || costed !== 0 || cost !== 0
  return [
    numberCell(isKnown ? cost : null),
    numberCell(isKnown ? profit : null),
    { value: costed > 0 ? profit : null, of: Math.max(0, costed), undecided: null },
  ]
}

/** The report on goods by 計上日: sold, returned and missing pieces. */
export const productReport: ReportSource = {
  heads: () => heads,
  async count(ctx, asked) {
    const { rows, total } = await sumProductSales(ctx, questionOf(asked))
    const sorted = isCalendarPeriod(asked.by) ? rows : rows.toSorted((a, b) => b.amount - a.amount)
    return { rows: sorted.map((row) => ({ key: row.key!, cells: cellsOf(row) })), total: cellsOf(total) }
  },
  behind: ({ shop_id }, asked, { row, column }) => ({
    kind: 'order',
    units: productSalesOrdersSql(shop_id, questionOf(asked), {
      key: row,
      column: column as keyof SalesSums | 'sold' | 'uncosted',
    }),
    parts: null,
  }),
}
