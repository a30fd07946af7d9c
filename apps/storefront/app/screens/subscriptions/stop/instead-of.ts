import type { CancelOffer } from '@kushi/values/cancel-offer'
import { readFormDraft, writeFormDraft } from '../../../state/form-draft.ts'
import { browserStorage } from '../../../state/storage.ts'

/** An offer beside 解約 that leads to a form: which change it was is known when the form is saved. */
export interface InsteadOfCancel {
  reason: number
  offered: CancelOffer[]
  taken: CancelOffer
}
interface DraftOwner {
  id: number
  customer_id: number
}

/** A change that is made later has another cause. */
const LIFETIME_MS = 3_600_000
const keyOf = ({ id, customer_id }: DraftOwner) => ({ name: `instead.${id}`, customer_id })

export const saveInsteadOfCancel = (of: DraftOwner, taken: InsteadOfCancel): void =>
  writeFormDraft(browserStorage(), keyOf(of), { ...taken, until: Date.now() + LIFETIME_MS }, Date.now())

export function readInsteadOfCancel(of: DraftOwner): InsteadOfCancel | null {
  const { until, ...taken } = readFormDraft(browserStorage(), keyOf(of), Date.now()) ?? {}
  return typeof until === 'number' && until > Date.now() ? (taken as unknown as InsteadOfCancel) : null
}

export const clearInsteadOfCancel = (of: DraftOwner): void =>
  writeFormDraft(browserStorage(), keyOf(of), null, Date.now())
