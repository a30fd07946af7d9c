import { lastDayOfMonth } from '@kushi/values/calendar-date'
import { SALE_KINDS } from '@kushi/values/ledger'
import {
  REPORT_BASIS_NAME,
  type ReportBasis,
  SALES_DIVISION_NAME,
  type SalesDivision,
} from '@kushi/values/sales-report'
import { z } from 'zod'
import { isoDate } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { csvEncoding, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'

const asked = {
  basis: oneOf(REPORT_BASIS_NAME),
  by: oneOf(SALES_DIVISION_NAME),
  from: isoDate,
  to: isoDate,
}
const yen = z.number().int()

export const SalesReport = z.object({
  ...asked,
  rows: z.array(
    z.object({
      /** What the row stands for; null: fees and adjustments beside the products. */
      key: z.string().nullable(),
      label: z.string(),
      orders: z.int(),
      amount_10: yen,
      amount_8: yen,
      amount: yen,
      tax: yen,
      /** The path of the list of the counted orders. */
      path: z.string(),
    }),
  ),
})
export type SalesReport = z.infer<typeof SalesReport>

interface Asked {
  basis: ReportBasis
  by: SalesDivision
  from: string
  to: string
}

/** Returns the path of the list behind a row of a sales report: rows of the ledger, or orders. */
export function salesReportPath({ basis, by, from, to }: Asked, key: string | null): string {
  const query = new URLSearchParams()
  const days = basis === 'sold' ? 'day' : 'created_at'
  const isMonth = by === 'month' && key !== null
  const [first, last] = isMonth ? [key, lastDayOfMonth(key)] : by === 'day' && key !== null ? [key, key] : [from, to]
  query.set(`${days}_from`, first < from ? from : first)
  query.set(`${days}_to`, last > to ? to : last)
  if (basis === 'sold') for (const kind of SALE_KINDS) query.append('kind', kind)
  else for (const status of ['received', 'arranged', 'shipped', 'delivered']) query.append('status', status)
  if (by === 'tax_rate' && key !== null && basis === 'sold') query.set('tax_rate', key)
  if (by === 'method' && key !== null) query.set('payment_method_id', key)
  if (by === 'channel' && key !== null) query.set('adcd', key || 'なし')
  if (by === 'sort' && key !== null) query.set('is_subscription', String(key === 'subscription'))
  if (by === 'product' && key !== null) query.set('product_id', key)
  return `${basis === 'sold' ? '/ledger' : '/orders'}?${query}`
}

const read = { permission: 'report.read' } as const

export const salesReportAdminEndpoints = {
  'GET /admin/v1/sales-report': {
    summary: '売上の集計',
    ...read,
    query: z.object(asked),
    may_be_old: true,
    response: SalesReport,
  },
  'POST /admin/v1/sales-report/export': {
    summary: '売上の集計をCSVにする',
    ...read,
    body: z.object({ ...asked, encoding: csvEncoding }),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
} as const satisfies AdminEndpoints
