import { newKey } from './new-key.ts'
import { type PurchaseKind, purchaseKinds } from './purchase-kind.ts'
import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

/** The idempotency key of the order that is being placed, and what became of it so far. */
export interface OrderKey {
  key: string
  /** What the confirmation screen asked for under this key. */
  content: string
  /** It was sent and no answer came: an order may stand already. */
  is_open: boolean
  /** The order that the server answered with, while its payment is under way. */
  order_no: string | null
}

const storageKey = (kind: PurchaseKind) => `kushi.order.${kind}`

/** Kept for all tabs and after the tab is closed: whichever goes on, goes on with the same order. */
export function readOrderKey(storage: KeyValueStorage, kind: PurchaseKind): OrderKey | null {
  const saved = readJson(storage, storageKey(kind)) as Partial<OrderKey> | null
  if (typeof saved?.key !== 'string' || typeof saved.content !== 'string') return null
  return { key: saved.key, content: saved.content, is_open: saved.is_open === true, order_no: saved.order_no ?? null }
}

export const writeOrderKey = (storage: KeyValueStorage, kind: PurchaseKind, value: OrderKey | null) =>
  writeJson(storage, storageKey(kind), value)

/**
 * The key for what is shown now. The same content keeps its key. Other content gets a new one, unless an order was sent
 * and never answered: then the old key asks first, and the server tells whether that order stands.
 */
export function orderKeyFor(storage: KeyValueStorage, kind: PurchaseKind, content: string): OrderKey {
  const known = readOrderKey(storage, kind)
  if (known && (known.content === content || known.is_open)) return known
  const fresh = { key: newKey(), content, is_open: false, order_no: null }
  writeOrderKey(storage, kind, fresh)
  return fresh
}

export const forgetOrderKeys = (storage: KeyValueStorage) => {
  for (const kind of purchaseKinds) writeOrderKey(storage, kind, null)
}
