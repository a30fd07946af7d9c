import type { ShopApiClient } from '@kushi/contract/client'
import type { MypageTop } from '@kushi/contract/customer'
import type { Order } from '@kushi/contract/order'
import type { ProductDetail } from '@kushi/contract/product'
import type { ComponentType } from 'react'

/** The slots for blocks, and the props of each; docs/extensions.md. */
export interface Slots {
  'product-below-price': { product: ProductDetail }
  'product-below-description': { product: ProductDetail }
  'order-complete': { order: Order }
  'mypage-home': { top: MypageTop }
}
export type SlotName = keyof Slots

export interface Block<S extends SlotName = SlotName, D = unknown> {
  /** Unique; lower-case letters and hyphens. */
  name: string
  slot: S
  /**
   * Loads more data by the API: on the server for public pages, in the browser for
   * members' pages. null: the block isn't shown.
   */
  load?(api: ShopApiClient, given: Slots[S]): Promise<D | null>
  Component: ComponentType<Slots[S] & { data: D }>
}

/**
 * Checks that a block matches the types of its slot. Afterwards blocks of all slots are in one list, so the type of the
 * slot is forgotten; `Slot` and `loadBlocks` select by the slot's name.
 */
export const block = <S extends SlotName, D = null>(one: Block<S, D>): Block => one as unknown as Block
