import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { listBulkPlaceholders, previewBulkMessage, showBulkMessage, testBulkMessage } from './admin/bulk-messages.ts'
import { retryBulkJob, revertBulkJob, runBulkJob, scheduleBulkMessageJob, stopBulkJob } from './admin/control-job.ts'
import {
  countPriceIncreaseAnswers,
  listBulkJobRows,
  listBulkJobs,
  showBulkJob,
  showBulkJobChoices,
} from './admin/show-jobs.ts'
import { startBulkMessageJob, startBulkOrderJob, startBulkSubscriptionJob } from './admin/start-job.ts'

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/bulk-jobs/subscriptions': startBulkSubscriptionJob,
  'POST /admin/v1/bulk-jobs/orders': startBulkOrderJob,
  'POST /admin/v1/bulk-jobs/messages': startBulkMessageJob,
  'GET /admin/v1/bulk-messages/placeholders': listBulkPlaceholders,
  'POST /admin/v1/bulk-messages/preview': previewBulkMessage,
  'POST /admin/v1/bulk-messages/test': testBulkMessage,
  'GET /admin/v1/bulk-jobs/{id}/mail': showBulkMessage,
  'GET /admin/v1/bulk-jobs/{id}/answers': countPriceIncreaseAnswers,
  'GET /admin/v1/bulk-choices': showBulkJobChoices,
  'GET /admin/v1/bulk-jobs': listBulkJobs,
  'GET /admin/v1/bulk-jobs/{id}': showBulkJob,
  'GET /admin/v1/bulk-jobs/{id}/rows': listBulkJobRows,
  'POST /admin/v1/bulk-jobs/{id}/run': runBulkJob,
  'POST /admin/v1/bulk-jobs/{id}/plan': scheduleBulkMessageJob,
  'POST /admin/v1/bulk-jobs/{id}/stop': stopBulkJob,
  'POST /admin/v1/bulk-jobs/{id}/retry': retryBulkJob,
  'POST /admin/v1/bulk-jobs/{id}/take-back': revertBulkJob,
} satisfies Partial<AdminCallHandlers>
