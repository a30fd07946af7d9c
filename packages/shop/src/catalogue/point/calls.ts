import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { listIntroducers } from './admin/introducers.ts'
import { adjustPoints, exportPoints, showMemberPoints, showPointTotals } from './admin/points.ts'
import { getPoints } from './member-points.ts'
import { createReferralLink, getReferral } from './referral.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/points': getPoints,
  'GET /v1/referral': getReferral,
  'POST /v1/referral': createReferralLink,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/introducers': listIntroducers,
  'GET /admin/v1/points': showPointTotals,
  'POST /admin/v1/points/export': exportPoints,
  'GET /admin/v1/customers/{id}/points': showMemberPoints,
  'POST /admin/v1/customers/{id}/points': adjustPoints,
} satisfies Partial<AdminCallHandlers>
