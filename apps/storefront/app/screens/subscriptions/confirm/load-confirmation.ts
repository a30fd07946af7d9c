import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { quietApi } from '../../../api.ts'
import { loadNotes } from '../../../form/note.ts'
import { hasNoChanges, typedSubscription, writeUpdate } from '../../../form/subscription.ts'
import {
  applySubscriptionDraft,
  draftPlace,
  readSubscriptionDraft,
  writeSubscriptionDraft,
} from '../../../form/subscription-draft.ts'

const preview = (id: number, body: SubscriptionUpdate, signal: AbortSignal) =>
  quietApi('POST /v1/order/subscription/{id}/preview', { params: { id }, body }, { signal })

interface ConfirmationState {
  id: number
  update: SubscriptionUpdate
  preview: Awaited<ReturnType<typeof preview>>
}

/** The preview that the form has already loaded, so that the confirmation need not load it again. A reload loads it. */
let handedOver: ConfirmationState | null = null
export const handOverPreview = (shown: ConfirmationState): void => {
  handedOver = shown
}

const isOutdated = ({ id, preview: { before } }: ConfirmationState): boolean => {
  const draft = readSubscriptionDraft(id, draftPlace())
  return draft !== null && draft.version !== before.version
}

/** Loads the changes of this tab's draft against the current subscription, with the preview of the result. */
export async function loadConfirmation(id: number, signal: AbortSignal) {
  const matching = handedOver?.id === id ? handedOver : null
  handedOver = null
  if (matching) return { ...matching, isOutdated: isOutdated(matching) }
  const [subscription, { items: addresses }, notes] = await Promise.all([
    changeable(id, signal),
    quietApi('GET /v1/common/address', {}, { signal }),
    loadNotes(),
  ])
  const draft = readSubscriptionDraft(id, draftPlace())
  const initial = typedSubscription(
    subscription,
    notes.map(({ label }) => label),
  )
  const update = writeUpdate(applySubscriptionDraft(initial, draft), { subscription, addresses })
  if (hasNoChanges(update)) {
    // Already saved, or unchanged: deletes the draft.
    writeSubscriptionDraft(id, null, draftPlace())
    return { id, update, preview: null, isOutdated: false }
  }
  const shown = { id, update, preview: await preview(id, update, signal) }
  return { ...shown, isOutdated: isOutdated(shown) }
}

/** Loads the current subscription. A paused one is changed in the state that it has after reopening. */
async function changeable(id: number, signal: AbortSignal): Promise<Subscription> {
  const params = { id }
  const one = await quietApi('GET /v1/order/subscription/detail/{id}', { params }, { signal })
  if (!one.can.reopen) return one
  return (await quietApi('GET /v1/order/subscription/{id}/reopen', { params }, { signal })).after
}

export type ConfirmationData = Awaited<ReturnType<typeof loadConfirmation>>
export type ShownChange = NonNullable<ConfirmationData['preview']>
