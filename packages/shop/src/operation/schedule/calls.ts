import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { listScheduledChanges } from './admin/list-schedule.ts'
import { cancelScheduledChange, scheduleChange } from './admin/plan-change.ts'
import { previewShop } from './admin/preview-shop.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/schedule': listScheduledChanges,
  'POST /admin/v1/schedule': scheduleChange,
  'POST /admin/v1/schedule/{id}/take-back': cancelScheduledChange,
  'POST /admin/v1/schedule/preview': previewShop,
} satisfies Partial<AdminCallHandlers>
