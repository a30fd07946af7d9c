import type { CallHandlers } from '../../context.ts'
import { showOrderOffers } from './show-offers.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/order/offers': showOrderOffers,
} satisfies Partial<CallHandlers>
