import type { KeyValueStorage } from '../state/storage.ts'

const KEY = 'kushi.card-for'
/** A customer stays at most this long on the card company's page. */
const LIFETIME_MS = 3_600_000

/** Stores the subscription that the card is for before the card company's page, to return to it afterwards. */
export const saveReturnPath = (subscription_id: number, storage: KeyValueStorage, now: number): void =>
  storage.setItem(KEY, JSON.stringify({ subscription_id, at: now }))

/** The subscription whose payment will use the card that was just registered; null: none. */
export function returnPath(storage: KeyValueStorage, now: number): number | null {
  try {
    const { subscription_id, at } = JSON.parse(storage.getItem(KEY) ?? '{}') as {
      subscription_id?: number
      at?: number
    }
    return subscription_id !== undefined && at !== undefined && now - at < LIFETIME_MS ? subscription_id : null
  } catch {
    return null
  }
}

export const forgetReturnPath = (storage: KeyValueStorage): void => storage.removeItem(KEY)
