import { type SalesReport, salesReportPath } from '@kushi/contract/admin/sales-report'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { paymentMethodName } from '@kushi/values/payment-method'
import {
  REPORT_BASIS_NAME,
  type ReportBasis,
  SALES_DIVISION_NAME,
  type SalesDivision,
} from '@kushi/values/sales-report'
import { formatSheetDateTime } from '@kushi/values/timestamp'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { csvFile, recordExport } from '../../../foundation/csv/index.ts'
import { refusedField } from '../../../shop-error.ts'
import { type SalesRow, sumSales } from '../sum-sales.ts'

/** Days of one report, so that it stays a question of a moment. */
const MAX_DAYS = 3 * 366

interface Asked {
  basis: ReportBasis
  by: SalesDivision
  from: CalendarDate
  to: CalendarDate
}

/**
 * 今月の売上: sums sales by day, month, product, tax rate, payment method, ad code or 単品・定期, on both bases.
 * @throws ShopError 422 for the days
 */
export const showSalesReport: AdminHandler<'GET /admin/v1/sales-report'> = (ctx, asked) => reportOf(ctx, asked)

async function reportOf(ctx: OperatorContext, asked: Asked): Promise<SalesReport> {
  if (asked.to < asked.from || addDays(asked.from, MAX_DAYS) < asked.to)
    throw refusedField('to', '期間は、始まりの日から3年以内で選んでください。')
  const { rows } = await sumSales(ctx, asked)
  return {
    ...asked,
    rows: rows.map((row) => ({ ...row, label: labelOf(asked.by, row), path: salesReportPath(asked, row.key) })),
  }
}

function labelOf(by: SalesDivision, { key, name }: Pick<SalesRow, 'key' | 'name'>): string {
  if (key === null) return '送料・手数料・調整など'
  if (by === 'product') return name ?? key
  if (by === 'month') return key.slice(0, 7)
  if (by === 'tax_rate') return key === '0' ? '対象外' : key === '8' ? '8%(軽減)' : `${key}%`
  if (by === 'method') return paymentMethodName(key === '0' ? null : Number(key))
  if (by === 'channel') return key || '広告コードなし'
  if (by === 'sort') return key === 'subscription' ? '定期' : '単品'
  return key
}

export const exportSalesReport: AdminHandler<'POST /admin/v1/sales-report/export'> = async (
  ctx,
  { encoding, ...asked },
) => {
  const { rows } = await reportOf(ctx, asked)
  await recordExport(ctx, '売上の集計', { filter: { ...asked } })
  // Each row names the basis, the filter and the moment, so that a sheet of them can be sorted and still read.
  const told = [
    { head: '基準', of: () => REPORT_BASIS_NAME[asked.basis] },
    { head: '期間', of: () => `${asked.from}〜${asked.to}` },
    { head: '出力日時', of: () => formatSheetDateTime(ctx.clock.now().getTime() / 1000) },
  ]
  type Row = (typeof rows)[number]
  const columns = [
    { head: SALES_DIVISION_NAME[asked.by], of: ({ label }: Row) => label },
    { head: '注文数', of: (row: Row) => row.orders },
    { head: '10%対象(税込)', of: (row: Row) => row.amount_10 },
    { head: '8%対象(税込)', of: (row: Row) => row.amount_8 },
    { head: '合計(税込)', of: (row: Row) => row.amount },
    { head: 'うち消費税', of: (row: Row) => row.tax },
    ...told,
  ]
  async function* pages() {
    yield rows
  }
  return csvFile(`sales-${asked.basis}-${asked.by}-${asked.from}`, columns, encoding, pages())
}
