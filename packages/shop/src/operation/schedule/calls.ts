import type { AdminCallVerbs } from '../../foundation/admin/index.ts'
import { listSchedule } from './admin/list-schedule.ts'
import { scheduleChange, takeBack } from './admin/plan-change.ts'
import { previewShop } from './admin/preview-shop.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/schedule': listSchedule,
  'POST /admin/v1/schedule': scheduleChange,
  'POST /admin/v1/schedule/{id}/take-back': takeBack,
  'POST /admin/v1/schedule/preview': previewShop,
} satisfies Partial<AdminCallVerbs>
