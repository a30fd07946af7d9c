import type { CallHandlers } from '../../context.ts'
import {
  checkRemoteIsland,
  getDeliveryMethod,
  listAllDeliveryMethods,
  listDeliveryDates,
  listDeliveryMethods,
  listDeliveryTimes,
  previewPatternDates,
} from './deliveries.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/delivery': listAllDeliveryMethods,
  'GET /v1/delivery/detail/{id}': getDeliveryMethod,
  'GET /v1/delivery/{id}/time': listDeliveryTimes,
  'GET /v1/delivery/{postal_code}/delivery-method': listDeliveryMethods,
  'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}': listDeliveryDates,
  'GET /v1/delivery/pattern-dates': previewPatternDates,
  'GET /v1/delivery/check-remote-island': checkRemoteIsland,
  'GET /v1/setting/system/masterdata/postal-code/{postal_code}/is-remote-island': checkRemoteIsland,
} satisfies Partial<CallHandlers>
