import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { exportLedgerEntries, listLedgerEntries } from './admin/entries.ts'
import { closeMonth, findMonthToClose, reopenMonth, showAccountingMonth } from './admin/month.ts'
import { exportSalesReport, showSalesReport } from './admin/report.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/accounting/month-to-close': findMonthToClose,
  'GET /admin/v1/accounting/months/{month}': showAccountingMonth,
  'POST /admin/v1/accounting/months/{month}/close': closeMonth,
  'POST /admin/v1/accounting/months/{month}/reopen': reopenMonth,
  'GET /admin/v1/ledger': listLedgerEntries,
  'POST /admin/v1/ledger/export': exportLedgerEntries,
  'GET /admin/v1/sales-report': showSalesReport,
  'POST /admin/v1/sales-report/export': exportSalesReport,
} satisfies Partial<AdminCallHandlers>
