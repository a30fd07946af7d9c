import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import {
  endCancelOfferExperiment,
  endOrderOfferExperiment,
  endPaceExperiment,
  startCancelOfferExperiment,
  startOrderOfferExperiment,
  startPaceExperiment,
} from './admin/run-experiment.ts'
import { countVisitor } from './count-visitor.ts'
import { showLandingPage } from './show-landing-page.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/landing-page/{slug}': showLandingPage,
  'POST /v1/landing-page/{slug}/visitor': countVisitor,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/promotions/{id}/experiment': startCancelOfferExperiment,
  'POST /admin/v1/promotions/{id}/experiment/end': endCancelOfferExperiment,
  'POST /admin/v1/order-offers/{id}/experiment': startOrderOfferExperiment,
  'POST /admin/v1/order-offers/{id}/experiment/end': endOrderOfferExperiment,
  'POST /admin/v1/pace/experiment': startPaceExperiment,
  'POST /admin/v1/pace/experiment/end': endPaceExperiment,
} satisfies Partial<AdminCallHandlers>
