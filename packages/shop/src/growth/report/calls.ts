import type { AdminCallVerbs } from '../../foundation/admin/index.ts'
import { saveAdCosts } from './admin/ad-costs.ts'
import { exportReport, showReport, showReportRows } from './admin/show-report.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/reports/{report}': showReport,
  'POST /admin/v1/ad-costs': saveAdCosts,
  'GET /admin/v1/reports/{report}/rows': showReportRows,
  'POST /admin/v1/reports/{report}/export': exportReport,
} satisfies Partial<AdminCallVerbs>
