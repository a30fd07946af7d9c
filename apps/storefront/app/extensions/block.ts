import type { Api } from '@kushi/contract/client'
import type { MypageTop } from '@kushi/contract/customer'
import type { Order } from '@kushi/contract/order'
import type { ProductDetail } from '@kushi/contract/product'
import type { ComponentType } from 'react'

/** Where a block may stand, and what it is given there; docs/extensions.md. */
export interface Slots {
  'product-below-price': { product: ProductDetail }
  'product-below-description': { product: ProductDetail }
  'order-complete': { order: Order }
  'mypage-home': { top: MypageTop }
}
export type SlotName = keyof Slots

export interface Block<S extends SlotName = SlotName, D = unknown> {
  /** Small letters and hyphens, each once. */
  name: string
  slot: S
  /** What it needs besides, by the API: asked on the server for public pages, in the browser for a member's. null: it isn't shown. */
  load?(api: Api, given: Slots[S]): Promise<D | null>
  Component: ComponentType<Slots[S] & { data: D }>
}

/** Keeps the types of its slot together. */
export const block = <S extends SlotName, D = null>(one: Block<S, D>): Block => one as unknown as Block
