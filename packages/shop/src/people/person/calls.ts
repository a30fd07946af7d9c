import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { listWatchEntries, showWatchEntry, unwatchCustomer, watchCustomer } from './admin/watch-list.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/watch-entries': listWatchEntries,
  'GET /admin/v1/customers/{id}/watch': showWatchEntry,
  'PUT /admin/v1/customers/{id}/watch': watchCustomer,
  'DELETE /admin/v1/customers/{id}/watch': unwatchCustomer,
} satisfies Partial<AdminCallHandlers>
