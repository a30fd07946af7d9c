import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { listBulkPlaceholders, previewBulkMessage, showBulkMessage, testBulkMessage } from './admin/bulk-messages.ts'
import { countPriceAnswers, listJobRows, listJobs, showJob, showJobChoices } from './admin/show-jobs.ts'
import { startMessageJob, startOrderJob, startSubscriptionJob } from './admin/start-job.ts'
import { planJob, retryJob, revertJob, runJob, stopJob } from './admin/steer-job.ts'

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/bulk-jobs/subscriptions': startSubscriptionJob,
  'POST /admin/v1/bulk-jobs/orders': startOrderJob,
  'POST /admin/v1/bulk-jobs/messages': startMessageJob,
  'GET /admin/v1/bulk-messages/placeholders': listBulkPlaceholders,
  'POST /admin/v1/bulk-messages/preview': previewBulkMessage,
  'POST /admin/v1/bulk-messages/test': testBulkMessage,
  'GET /admin/v1/bulk-jobs/{id}/mail': showBulkMessage,
  'GET /admin/v1/bulk-jobs/{id}/answers': countPriceAnswers,
  'GET /admin/v1/bulk-choices': showJobChoices,
  'GET /admin/v1/bulk-jobs': listJobs,
  'GET /admin/v1/bulk-jobs/{id}': showJob,
  'GET /admin/v1/bulk-jobs/{id}/rows': listJobRows,
  'POST /admin/v1/bulk-jobs/{id}/run': runJob,
  'POST /admin/v1/bulk-jobs/{id}/plan': planJob,
  'POST /admin/v1/bulk-jobs/{id}/stop': stopJob,
  'POST /admin/v1/bulk-jobs/{id}/retry': retryJob,
  'POST /admin/v1/bulk-jobs/{id}/take-back': revertJob,
} satisfies Partial<AdminCallHandlers>
