import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { openShopAsMember } from './admin/open-shop.ts'
import { beginActing } from './begin-acting.ts'
import { endActing } from './end-acting.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/common/acting/begin': beginActing,
  'POST /v1/common/acting/end': endActing,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/customers/{id}/acting': openShopAsMember,
} satisfies Partial<AdminCallHandlers>
