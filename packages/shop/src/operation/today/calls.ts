import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { showToday } from './admin/show-today.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/today': showToday,
} satisfies Partial<AdminCallHandlers>
