import type { Subscription } from '@kushi/contract/subscription'
import { changedFields, readFormDraft, withChanges, writeFormDraft } from '../state/form-draft.ts'
import { sessionStore } from '../state/session.ts'
import { type KeyValueStorage, tabStorage } from '../state/storage.ts'
import type { SubscriptionFields } from './subscription.ts'
import { type ItemChange, withItem } from './subscription-items.ts'

/** Where a draft is kept, whose it is, and the time. */
interface DraftPlace {
  storage: KeyValueStorage
  customer_id: number
  now: number
}

/** Where this tab keeps what this member changes. */
export const draftPlace = (): DraftPlace => ({
  storage: tabStorage(),
  customer_id: sessionStore.getState().customer?.id ?? 0,
  now: Date.now(),
})

/** The part of the form that holds the goods: state of a navigation that leads there. */
export const GOODS = 'goods'

const keyOf = (id: number, { customer_id }: DraftPlace) => ({ name: `subscription.${id}`, customer_id })

export interface SubscriptionDraft {
  changed: Partial<SubscriptionFields>
  /** Of the subscription that the member saw when they changed something. */
  version: number
}

/** What was changed and is not saved yet; null: nothing. */
export function readSubscriptionDraft(id: number, place: DraftPlace): SubscriptionDraft | null {
  const { version, ...changed } = readFormDraft(place.storage, keyOf(id, place), place.now) ?? {}
  return typeof version === 'number' ? { changed, version } : null
}

export function writeSubscriptionDraft(id: number, draft: SubscriptionDraft | null, place: DraftPlace): void {
  const kept = draft && { ...draft.changed, version: draft.version }
  writeFormDraft(place.storage, keyOf(id, place), kept, place.now)
}

/** The form as it was left, over what stands by now. */
export const resumed = (initial: SubscriptionFields, draft: SubscriptionDraft | null): SubscriptionFields =>
  draft ? withChanges(initial, draft.changed) : initial

/** Keeps what differs; nothing is kept of a form in which nothing is changed. */
export function keepFields(
  { id, version }: Pick<Subscription, 'id' | 'version'>,
  { initial, fields }: { initial: SubscriptionFields; fields: object },
  place: DraftPlace,
): void {
  const changed = changedFields(initial, fields)
  writeSubscriptionDraft(id, changed && { changed, version }, place)
}

export const draftItems = (draft: SubscriptionDraft | null): ItemChange[] => draft?.changed.items ?? []

/** Puts an item into the draft from outside of its form; everything else in it stays. */
export function keepItem(subscription: Subscription, change: ItemChange, place: DraftPlace): void {
  const draft = readSubscriptionDraft(subscription.id, place)
  const items = withItem(subscription, draftItems(draft), change)
  const { items: _, ...others } = draft?.changed ?? {}
  const changed = items.length > 0 ? { ...others, items } : others
  const version = draft?.version ?? subscription.version
  writeSubscriptionDraft(subscription.id, Object.keys(changed).length > 0 ? { changed, version } : null, place)
}
