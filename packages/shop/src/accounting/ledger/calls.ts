import type { AdminCalls } from '../../foundation/admin/index.ts'
import { exportEntries, listEntries } from './admin/entries.ts'
import { closeMonth, reopenMonth, showMonth } from './admin/month.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/accounting/months/{month}': showMonth,
  'POST /admin/v1/accounting/months/{month}/close': closeMonth,
  'POST /admin/v1/accounting/months/{month}/reopen': reopenMonth,
  'GET /admin/v1/ledger': listEntries,
  'POST /admin/v1/ledger/export': exportEntries,
} satisfies Partial<AdminCalls>
