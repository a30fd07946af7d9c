import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { importAdCostFile, saveAdCosts } from './admin/ad-costs.ts'
import { listConversionFigures } from './admin/conversion-figures.ts'
import { exportConversions } from './admin/conversions.ts'
import { showFormFigures } from './admin/form-figures.ts'
import { listReportMails, setReportMail } from './admin/report-mails.ts'
import { showExperiment, showOrderOfferExperiment, showPaceExperiment } from './admin/show-experiment.ts'
import { showPageExperiment } from './admin/show-page-experiment.ts'
import { exportReport, showReport, showReportRows } from './admin/show-report.ts'
import { countFormVisit } from './count-form-visit.ts'
import { countVisit } from './count-visit.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/advertisement/visits/new': countVisit,
  'POST /v1/landing-page/{slug}/form-visit': countFormVisit,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/reports/{report}': showReport,
  'GET /admin/v1/promotions/{id}/experiment': showExperiment,
  'GET /admin/v1/pace/experiment': showPaceExperiment,
  'GET /admin/v1/order-offers/{id}/experiment': showOrderOfferExperiment,
  'GET /admin/v1/landing-pages/{id}/experiment': showPageExperiment,
  'GET /admin/v1/landing-pages/{id}/form-figures': showFormFigures,
  'GET /admin/v1/report-mails': listReportMails,
  'PUT /admin/v1/report-mails/{id}': setReportMail,
  'POST /admin/v1/ad-costs': saveAdCosts,
  'POST /admin/v1/ad-costs/files': importAdCostFile,
  'GET /admin/v1/setting/conversion-figures': listConversionFigures,
  'POST /admin/v1/ad-conversions/export': exportConversions,
  'GET /admin/v1/reports/{report}/rows': showReportRows,
  'POST /admin/v1/reports/{report}/export': exportReport,
} satisfies Partial<AdminCallHandlers>
