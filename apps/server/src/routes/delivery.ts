import { checkRemoteIsland } from '@kushi/shop/delivery/check-remote-island'
import { getDelivery } from '@kushi/shop/delivery/get-delivery'
import { listDeliveries } from '@kushi/shop/delivery/list-deliveries'
import { listDeliveryDates } from '@kushi/shop/delivery/list-delivery-dates'
import { listDeliveryMethods } from '@kushi/shop/delivery/list-delivery-methods'
import { listDeliveryTimes } from '@kushi/shop/delivery/list-delivery-times'
import { listPatternDates } from '@kushi/shop/delivery/list-pattern-dates'
import type { Bindings } from '../http/implement.ts'

export const delivery = {
  'GET /v1/delivery': listDeliveries,
  'GET /v1/delivery/detail/{id}': getDelivery,
  'GET /v1/delivery/{id}/time': listDeliveryTimes,
  'GET /v1/delivery/{postal_code}/delivery-method': listDeliveryMethods,
  'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}': listDeliveryDates,
  'GET /v1/delivery/pattern-dates': listPatternDates,
  'GET /v1/delivery/check-remote-island': checkRemoteIsland,
} satisfies Partial<Bindings>
