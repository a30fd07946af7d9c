import { newKey } from './new-key.ts'
import type { PagePurchase } from './page-purchase.ts'
import { type PurchaseKind, purchaseKinds } from './purchase-kind.ts'
import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

/** The idempotency key of the order that is being placed, and its state. */
export interface OrderKey {
  key: string
  /** The order content of the confirmation screen for this key. */
  content: string
  /** The order was sent without a response, so it may already exist. */
  is_open: boolean
  /** The order number in the server's response, while the payment is in progress. */
  order_no: string | null
  /** The 申し込みページ whose goods it is of; null: the cart's. */
  page: PagePurchase | null
  /** The customer agreed that the ad's result is measured. */
  is_measured: boolean
}

const storageKey = (kind: PurchaseKind) => `kushi.order.${kind}`

/**
 * Reads the key, which is shared by all tabs and survives closing a tab, so that any tab continues with the same order.
 */
export function readOrderKey(storage: KeyValueStorage, kind: PurchaseKind): OrderKey | null {
  const saved = readJson(storage, storageKey(kind)) as Partial<OrderKey> | null
  if (typeof saved?.key !== 'string' || typeof saved.content !== 'string') return null
  const { key, content, is_open = false, order_no = null, page = null, is_measured = false } = saved
  return { key, content, is_open, order_no, page, is_measured }
}

export const writeOrderKey = (storage: KeyValueStorage, kind: PurchaseKind, value: OrderKey | null) =>
  writeJson(storage, storageKey(kind), value)

/**
 * The key for the current content. The same content keeps its key, other content gets a new one. Exception: an order was
 * sent without a response. Then the old key is used first, and the server reports whether that order exists. The page was
 * decided when the content was sent.
 */
export function orderKeyFor(
  storage: KeyValueStorage,
  kind: PurchaseKind,
  content: string,
  page: PagePurchase | null,
): OrderKey {
  const known = readOrderKey(storage, kind)
  const isSame = known?.content === content
  if (known && isSame && (known.is_open || known.order_no !== null)) return known
  if (known && (isSame || known.is_open)) return { ...known, page }
  const fresh = { key: newKey(), content, is_open: false, order_no: null, page, is_measured: false }
  writeOrderKey(storage, kind, fresh)
  return fresh
}

export const forgetOrderKeys = (storage: KeyValueStorage) => {
  for (const kind of purchaseKinds) writeOrderKey(storage, kind, null)
}
