import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import {
  endCancelOfferExperiment,
  endPaceExperiment,
  startCancelOfferExperiment,
  startPaceExperiment,
} from './admin/run-experiment.ts'

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/promotions/{id}/experiment': startCancelOfferExperiment,
  'POST /admin/v1/promotions/{id}/experiment/end': endCancelOfferExperiment,
  'POST /admin/v1/pace/experiment': startPaceExperiment,
  'POST /admin/v1/pace/experiment/end': endPaceExperiment,
} satisfies Partial<AdminCallHandlers>
