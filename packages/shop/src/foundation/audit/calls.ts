import type { AdminCallHandlers } from '../admin/index.ts'
import { listAudit } from './list-audit.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/audit': listAudit,
} satisfies Partial<AdminCallHandlers>
