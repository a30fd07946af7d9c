import type { OwnCard } from '@kushi/contract/card'

type Sorted = Pick<OwnCard, 'card_seq' | 'default_flag' | 'expiry_state'>

/** いつも使うカード first, expired cards last, the others in the order of creation. */
export const inOrder = <C extends Sorted>(cards: readonly C[]): C[] => {
  const rank = (card: C) => (card.default_flag === '1' ? 0 : card.expiry_state === 'expired' ? 2 : 1)
  return [...cards].sort((a, b) => rank(a) - rank(b) || a.card_seq - b.card_seq)
}

/** Makes one card the default, and removes the mark from the others. */
export const withDefault = <C extends Sorted>(cards: readonly C[], card_seq: number | null): C[] =>
  cards.map((card) => ({ ...card, default_flag: card.card_seq === card_seq ? '1' : '0' }))
