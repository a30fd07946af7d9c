import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { endExperiment, endPaceExperiment, startExperiment, startPaceExperiment } from './admin/run-experiment.ts'

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/promotions/{id}/experiment': startExperiment,
  'POST /admin/v1/promotions/{id}/experiment/end': endExperiment,
  'POST /admin/v1/pace/experiment': startPaceExperiment,
  'POST /admin/v1/pace/experiment/end': endPaceExperiment,
} satisfies Partial<AdminCallHandlers>
