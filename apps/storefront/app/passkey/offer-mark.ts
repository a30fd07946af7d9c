import { browserStorage } from '../state/storage.ts'

const KEY = 'kushi.passkey-offer'

/** A login by password makes the offer due, once in this browser. */
export function makeOfferDue(): void {
  const storage = browserStorage()
  if (storage.getItem(KEY) === null) storage.setItem(KEY, 'due')
}

/** At a logout: whose login made it due is gone. */
export function forgetDueOffer(): void {
  if (isOfferDue()) browserStorage().removeItem(KEY)
}

export const isOfferDue = (): boolean => browserStorage().getItem(KEY) === 'due'

/** Taken, or not wanted: it is not shown again. */
export const endOffer = (): void => browserStorage().setItem(KEY, 'done')
