import type { CancelOffer } from '@kushi/values/cancel-offer'
import { readFormDraft, writeFormDraft } from '../../../state/form-draft.ts'
import { browserStorage } from '../../../state/storage.ts'

/** An offer beside 解約 that leads to a form: which change it was is known when the form is saved. */
export interface InsteadOf {
  reason: number
  offered: CancelOffer[]
  taken: CancelOffer
}
interface Of {
  id: number
  customer_id: number
}

/** A change that is made later has another cause. */
const LIFETIME_MS = 3_600_000
const keyOf = ({ id, customer_id }: Of) => ({ name: `instead.${id}`, customer_id })

export const rememberTaken = (of: Of, taken: InsteadOf): void =>
  writeFormDraft(browserStorage(), keyOf(of), { ...taken, until: Date.now() + LIFETIME_MS }, Date.now())

export function readTaken(of: Of): InsteadOf | null {
  const { until, ...taken } = readFormDraft(browserStorage(), keyOf(of), Date.now()) ?? {}
  return typeof until === 'number' && until > Date.now() ? (taken as unknown as InsteadOf) : null
}

export const forgetTaken = (of: Of): void => writeFormDraft(browserStorage(), keyOf(of), null, Date.now())
