import type { Subscription } from '@kushi/contract/subscription'
import { applyChanges, changedFields, readFormDraft, writeFormDraft } from '../state/form-draft.ts'
import { sessionStore } from '../state/session.ts'
import { type KeyValueStorage, tabStorage } from '../state/storage.ts'
import type { SubscriptionFields } from './subscription.ts'
import { type ItemChange, withItem } from './subscription-items.ts'

/** The storage of a draft, its member, and the current time. */
interface DraftPlace {
  storage: KeyValueStorage
  customer_id: number
  now: number
}

/** The draft place of the current member in this tab. */
export const draftPlace = (): DraftPlace => ({
  storage: tabStorage(),
  customer_id: sessionStore.getState().customer?.id ?? 0,
  now: Date.now(),
})

/** `location.state` of a link to the part of the form with the items. */
export const GOODS = 'goods'

const keyOf = (id: number, { customer_id }: DraftPlace) => ({ name: `subscription.${id}`, customer_id })

export interface SubscriptionDraft {
  changed: Partial<SubscriptionFields>
  /** Version of the subscription that the member saw when making the change. */
  version: number
}

/** The unsaved changes; null: none. */
export function readSubscriptionDraft(id: number, place: DraftPlace): SubscriptionDraft | null {
  const { version, ...changed } = readFormDraft(place.storage, keyOf(id, place), place.now) ?? {}
  return typeof version === 'number' ? { changed, version } : null
}

export function writeSubscriptionDraft(id: number, draft: SubscriptionDraft | null, place: DraftPlace): void {
  const kept = draft && { ...draft.changed, version: draft.version }
  writeFormDraft(place.storage, keyOf(id, place), kept, place.now)
}

/** The form with the draft applied to the current values. */
export const applySubscriptionDraft = (
  initial: SubscriptionFields,
  draft: SubscriptionDraft | null,
): SubscriptionFields => (draft ? applyChanges(initial, draft.changed) : initial)

/** Stores the changed fields; removes the draft if nothing is changed. */
export function saveFields(
  { id, version }: Pick<Subscription, 'id' | 'version'>,
  { initial, fields }: { initial: SubscriptionFields; fields: object },
  place: DraftPlace,
): void {
  const changed = changedFields(initial, fields)
  writeSubscriptionDraft(id, changed && { changed, version }, place)
}

export const draftItems = (draft: SubscriptionDraft | null): ItemChange[] => draft?.changed.items ?? []

/** Adds an item to the draft from outside the form. Other changes stay. */
export function saveItem(subscription: Subscription, change: ItemChange, place: DraftPlace): void {
  const draft = readSubscriptionDraft(subscription.id, place)
  const items = withItem(subscription, draftItems(draft), change)
  const { items: _, ...others } = draft?.changed ?? {}
  const changed = items.length > 0 ? { ...others, items } : others
  const version = draft?.version ?? subscription.version
  writeSubscriptionDraft(subscription.id, Object.keys(changed).length > 0 ? { changed, version } : null, place)
}
