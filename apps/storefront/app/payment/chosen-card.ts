import { CARD_BRAND_NAME, type CardExpire, parseCardExpire } from '@kushi/values/card'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TokenCard } from './card-token.ts'

/** The brand name for display. An unknown name from the provider is returned unchanged. */
export const brandName = (brand: string | null): string =>
  (brand && CARD_BRAND_NAME[brand.toLowerCase() as keyof typeof CARD_BRAND_NAME]) || brand || 'カード'

/** `************1111` → `•••• 1111`, which identifies the card for the customer. */
export const readableCard = (masked: string) => `•••• ${masked.replace(/[\s-]/g, '').slice(-4)}`

/** 「2028年12月末まで」 */
export function expiryText(expire: CardExpire): string {
  const last = parseCardExpire(expire)
  return last ? `${last.year}年${last.month}月末まで` : '不明'
}

/** The card for the current purchase. In memory only: after a reload the confirmation screen asks for it again. */
const store = createStore<{ card: TokenCard | null }>(() => ({ card: null }))

export const useChosenCard = () => useStore(store, (state) => state.card)
export const chosenCard = () => store.getState().card
export const saveChosenCard = (card: TokenCard | null) => store.setState({ card })
