import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { issueActingLink } from './admin/open-shop.ts'
import { beginActingSession } from './begin-acting.ts'
import { endActingSession } from './end-acting.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/common/acting/begin': beginActingSession,
  'POST /v1/common/acting/end': endActingSession,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/customers/{id}/acting': issueActingLink,
} satisfies Partial<AdminCallHandlers>
