import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { quietApi } from '../../../api.ts'
import { loadNotes } from '../../addresses/load-notes.ts'
import { readSubscriptionDraft, resumed, writeSubscriptionDraft } from '../edit/draft-store.ts'
import { fieldsOf } from '../edit/subscription-fields.ts'
import { isNothing, toUpdate } from '../edit/to-update.ts'
import { draftPlace } from '../edit/use-drafted-fields.ts'

const preview = (id: number, body: SubscriptionUpdate, signal: AbortSignal) =>
  quietApi('POST /v1/order/subscription/{id}/preview', { params: { id }, body }, { signal })

/** What this tab wants changed, laid over what stands now, and what would come of it. */
export async function loadConfirmation(id: number, signal: AbortSignal) {
  const [subscription, { items: addresses }, notes] = await Promise.all([
    changeable(id, signal),
    quietApi('GET /v1/common/address', {}, { signal }),
    loadNotes(),
  ])
  const draft = readSubscriptionDraft(id, draftPlace())
  const initial = fieldsOf(
    subscription,
    notes.map(({ label }) => label),
  )
  const update = toUpdate(subscription, resumed(initial, draft), addresses)
  if (isNothing(update)) {
    // Saved already, or as it was: nothing is left to be kept.
    writeSubscriptionDraft(id, null, draftPlace())
    return { id, update, preview: null, following: null, isOvertaken: false }
  }
  const shown = await preview(id, update, signal)
  return {
    id,
    update,
    preview: shown,
    following: await followingTotal(shown.after, update, signal),
    isOvertaken: draft !== null && draft.version !== shown.before.version,
  }
}

/** As it stands; what is paused is changed as it would be reopened. */
async function changeable(id: number, signal: AbortSignal): Promise<Subscription> {
  const params = { id }
  const one = await quietApi('GET /v1/order/subscription/detail/{id}', { params }, { signal })
  if (!one.can.reopen) return one
  return (await quietApi('GET /v1/order/subscription/{id}/reopen', { params }, { signal })).after
}

/** Yen of each delivery after the next, at the prices of today: without what comes only once. */
async function followingTotal(after: Subscription, update: SubscriptionUpdate, signal: AbortSignal): Promise<number> {
  const every = after.subscription_order_item.filter((item) => !item.is_one_time)
  if (every.length === after.subscription_order_item.length) return after.payment_total
  const items = every.map(({ product_sku_id, quantity, is_one_time }) => ({ product_sku_id, quantity, is_one_time }))
  return (await preview(after.id, { ...update, items }, signal)).after.payment_total
}

export type ConfirmationData = Awaited<ReturnType<typeof loadConfirmation>>
export type ShownChange = NonNullable<ConfirmationData['preview']>
