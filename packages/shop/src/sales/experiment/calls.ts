import type { AdminCallVerbs } from '../../foundation/admin/index.ts'
import { endExperiment, startExperiment } from './admin/run-experiment.ts'

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/promotions/{id}/experiment': startExperiment,
  'POST /admin/v1/promotions/{id}/experiment/end': endExperiment,
} satisfies Partial<AdminCallVerbs>
