import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TokenCard } from './card-token.ts'

/** The card for the current purchase. In memory only: after a reload the confirmation screen asks for it again. */
const store = createStore<{ card: TokenCard | null }>(() => ({ card: null }))

export const useChosenCard = () => useStore(store, (state) => state.card)
export const chosenCard = () => store.getState().card
export const keepChosenCard = (card: TokenCard | null) => store.setState({ card })
