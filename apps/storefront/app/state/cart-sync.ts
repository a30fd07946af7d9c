import type { ShopApiClient } from '@kushi/contract/client'
import { type CartEntry, type CartType, cartItems, cartStore, setCartItems } from './cart.ts'
import { unsyncedItems, withoutSent } from './cart-change.ts'
import { newKey } from './new-key.ts'
import { pressesUntilNow } from './press-key.ts'
import { applyLatestCart, memberId } from './server-cart.ts'
import { type KeyValueStorage, readJson, writeJson } from './storage.ts'
import { toast } from './toast.ts'

export const SYNC_KEY = 'kushi.cart.sync'

interface Sync {
  /** Owner of the sync, so that it never reaches the cart of the next member on this device. */
  customer_id: number | null
  idempotency_key: string
  items: { product_sku_id: number; quantity: number; subscription: CartType; sale_limit: number }[]
}

/**
 * The sync to send. A sync whose response was lost is sent again unchanged with its key, so that the server adds it
 * only once. Only a new sync takes the current items of the cart.
 */
function nextSync(storage: KeyValueStorage): Sync {
  const customer_id = memberId()
  const unfinished = readJson(storage, SYNC_KEY) as Sync | null
  if (unfinished?.idempotency_key && unfinished.customer_id === customer_id && Array.isArray(unfinished.items))
    return unfinished
  const items = unsyncedItems(cartStore.getState().items).map((item) => ({
    product_sku_id: item.id,
    quantity: item.quantity,
    subscription: item.subscription as CartType,
    sale_limit: item.sale_limit,
  }))
  return { customer_id, idempotency_key: newKey(), items }
}

/** Drops items restored by a reminder's link that the member's own cart already contains. */
async function dropSyncedItems(api: ShopApiClient): Promise<void> {
  if (!cartStore.getState().items.some((item) => item.is_restored)) return
  const { items } = await api('GET /v1/cart/items')
  const isKnown = (item: { id: number; subscription: number }) =>
    items.some((ownItem) => ownItem.id === item.id && ownItem.subscription === item.subscription)
  setCartItems(cartStore.getState().items.filter((item) => !item.is_restored || !isKnown(item)))
}

/** Deletes a sync whose response was lost, at logout. */
export const forgetSync = (storage: KeyValueStorage): void => writeJson(storage, SYNC_KEY, null)

/** Sends the guest's items on this device to the server, then loads the member's cart. */
export async function syncCart(api: ShopApiClient, storage: KeyValueStorage): Promise<void> {
  const owner = memberId()
  cartStore.setState({ customer_id: null })
  await dropSyncedItems(api)
  if (memberId() !== owner) return
  const sync = nextSync(storage)
  const { customer_id: _, ...body } = sync
  if (sync.items.length) writeJson(storage, SYNC_KEY, sync)
  let left: CartEntry[] = []
  await applyLatestCart(
    async () => {
      const isPartial = unsyncedItems(cartItems()).length < cartItems().length
      const forgetPresses = pressesUntilNow()
      const answer = sync.items.length
        ? await api('POST /v1/cart/items/sync', { body })
        : { ...(await api('GET /v1/cart/items')), problems: [] }
      return { ...answer, isPartial, forgetPresses }
    },
    ({ items, problems, isPartial, forgetPresses }) => {
      // Out-of-stock items are dropped: the local copy ends with the login.
      left = withoutSent(cartItems(), sync.items)
      if (sync.items.length) writeJson(storage, SYNC_KEY, null)
      forgetPresses()
      cartStore.setState({ items: [...items, ...left], customer_id: owner })
      if (problems[0]) toast(problems[0].message, 'error')
      else if (sync.items.length && isPartial && items.length === 0)
        toast('在庫切れの商品をカートから外しました', 'info')
    },
  )
  if (sync.items.length && left.length) await syncCart(api, storage)
}
