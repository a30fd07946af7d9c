import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../admin/index.ts'
import { listTowns } from './list-towns.ts'

/** Customers' calls. */
export const calls = {
  'GET /postcodes/{postal_code}': listTowns,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/postcodes/{postal_code}': listTowns,
} satisfies Partial<AdminCallHandlers>
