import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { listAdFrames } from './ad-frames.ts'
import {
  addConversionDestination,
  changeConversionDestination,
  listConversionDestinations,
  removeConversionDestination,
  showConversionDestination,
  startConversions,
  stopConversions,
} from './admin/destinations.ts'
import { listConversionEvents } from './admin/events.ts'
import { exportConversionApprovals } from './admin/export-approvals.ts'
import { tryConversionDestination } from './admin/try-destination.ts'
import { withdrawAdConsent } from './admin/withdraw-consent.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/order/public/{order_no}/ad-frames': listAdFrames,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/setting/conversions': listConversionDestinations,
  'POST /admin/v1/setting/conversions': addConversionDestination,
  'GET /admin/v1/setting/conversions/{id}': showConversionDestination,
  'PUT /admin/v1/setting/conversions/{id}': changeConversionDestination,
  'DELETE /admin/v1/setting/conversions/{id}': removeConversionDestination,
  'POST /admin/v1/setting/conversions/{id}/start': startConversions,
  'POST /admin/v1/setting/conversions/{id}/stop': stopConversions,
  'POST /admin/v1/setting/conversions/{id}/try': tryConversionDestination,
  'GET /admin/v1/setting/conversions/{id}/events': listConversionEvents,
  'POST /admin/v1/setting/conversions/{id}/approvals': exportConversionApprovals,
  'DELETE /admin/v1/orders/{id}/ad-consent': withdrawAdConsent,
} satisfies Partial<AdminCallHandlers>
