import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CardInHand } from './card-token.ts'

/** The card for the purchase under way. In memory only: a reload forgets it, and the confirmation asks for it again. */
const store = createStore<{ card: CardInHand | null }>(() => ({ card: null }))

export const useCardInHand = () => useStore(store, (state) => state.card)
export const cardInHand = () => store.getState().card
export const keepCardInHand = (card: CardInHand | null) => store.setState({ card })
