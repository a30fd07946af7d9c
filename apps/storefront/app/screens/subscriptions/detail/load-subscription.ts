import type { Subscription } from '@kushi/contract/subscription'
import { quietApi } from '../../../api.ts'
import type { PatternChoices } from '../../../form/fields/pattern-fields.tsx'
import { loadNotes } from '../../../form/note.ts'
import { type MasterDataName, masterData } from '../../../master-data.ts'
import { settle } from '../../../settle.ts'

interface SubscriptionRequest {
  id: string
  /** The subscription is paused and changed in the state that it has after reopening. */
  isReopening: boolean
  signal: AbortSignal
}

/** Loads a subscription, the member's cards, and the form if the subscription can be changed. */
export async function loadSubscription({ id, isReopening, signal }: SubscriptionRequest) {
  const [subscription, cards] = await Promise.all([
    settle(quietApi('GET /v1/order/subscription/detail/{id}', { params: { id } }, { signal })),
    settle(quietApi('GET /v1/common/mypage/card/list', {}, { signal })),
  ])
  const can = subscription.data?.can
  const hasForm = can?.update || (can?.reopen && isReopening)
  const form = subscription.data && hasForm ? await settle(loadForm(subscription.data, signal)) : null
  return { isReopening, subscription, cards, form }
}

/** Loads the initial values and the choices of the form. */
async function loadForm(current: Subscription, signal: AbortSignal) {
  const params = { id: current.id }
  const [{ items: addresses }, notes, pattern, days, reopened] = await Promise.all([
    quietApi('GET /v1/common/address', {}, { signal }),
    loadNotes(),
    loadPatternChoices(),
    quietApi('GET /v1/order/subscription/{id}/delivery-date/list', { params }, { signal }),
    current.can.reopen ? quietApi('GET /v1/order/subscription/{id}/reopen', { params }, { signal }) : null,
  ])
  return { subscription: reopened?.after ?? current, choices: { addresses, notes, pattern, days } }
}
export type Choices = Awaited<ReturnType<typeof loadForm>>['choices']

const parts = {
  months: 'month',
  days: 'day',
  weeks: 'delivery_pattern_week_number',
  weekdays: 'day_of_week',
  intervals: 'day_interval',
} as const satisfies Record<keyof PatternChoices, MasterDataName>

/** お届け周期: loads the choices for each part from the shop's master data. */
async function loadPatternChoices(): Promise<PatternChoices> {
  const entries = Object.entries(parts).map(async ([part, name]) => [
    part,
    (await masterData(name)).map(({ id, label }) => ({ value: String(id), label })),
  ])
  return Object.fromEntries(await Promise.all(entries)) as PatternChoices
}
