import type { CallVerbs } from '../../context.ts'
import type { AdminCallVerbs } from '../../foundation/admin/index.ts'
import { saveAdCosts, takeAdCostFile } from './admin/ad-costs.ts'
import { exportConversions } from './admin/conversions.ts'
import { listReportMails, setReportMail } from './admin/report-mails.ts'
import { showExperiment, showPaceExperiment } from './admin/show-experiment.ts'
import { exportReport, showReport, showReportRows } from './admin/show-report.ts'
import { countVisit } from './count-visit.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/advertisement/visits/new': countVisit,
} satisfies Partial<CallVerbs>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/reports/{report}': showReport,
  'GET /admin/v1/promotions/{id}/experiment': showExperiment,
  'GET /admin/v1/pace/experiment': showPaceExperiment,
  'GET /admin/v1/report-mails': listReportMails,
  'PUT /admin/v1/report-mails/{id}': setReportMail,
  'POST /admin/v1/ad-costs': saveAdCosts,
  'POST /admin/v1/ad-costs/files': takeAdCostFile,
  'POST /admin/v1/ad-conversions/export': exportConversions,
  'GET /admin/v1/reports/{report}/rows': showReportRows,
  'POST /admin/v1/reports/{report}/export': exportReport,
} satisfies Partial<AdminCallVerbs>
