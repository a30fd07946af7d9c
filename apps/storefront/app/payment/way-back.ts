import type { KeyValueStorage } from '../state/storage.ts'

const KEY = 'kushi.card-for'
/** The card company's page is not looked at for longer. */
const LIFETIME_MS = 3_600_000

/** Before the card company's page: which subscription the card is for, so that the way leads back to it. */
export const keepWayBack = (subscription_id: number, storage: KeyValueStorage, now: number): void =>
  storage.setItem(KEY, JSON.stringify({ subscription_id, at: now }))

/** The subscription whose payment is to be changed with the card that was just registered; null: none. */
export function wayBack(storage: KeyValueStorage, now: number): number | null {
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

export const forgetWayBack = (storage: KeyValueStorage): void => storage.removeItem(KEY)
