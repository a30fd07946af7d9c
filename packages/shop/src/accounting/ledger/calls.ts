import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { exportEntries, listEntries } from './admin/entries.ts'
import { closeMonth, reopenMonth, showMonth, showMonthToClose } from './admin/month.ts'
import { exportSalesReport, showSalesReport } from './admin/report.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/accounting/month-to-close': showMonthToClose,
  'GET /admin/v1/accounting/months/{month}': showMonth,
  'POST /admin/v1/accounting/months/{month}/close': closeMonth,
  'POST /admin/v1/accounting/months/{month}/reopen': reopenMonth,
  'GET /admin/v1/ledger': listEntries,
  'POST /admin/v1/ledger/export': exportEntries,
  'GET /admin/v1/sales-report': showSalesReport,
  'POST /admin/v1/sales-report/export': exportSalesReport,
} satisfies Partial<AdminCallHandlers>
