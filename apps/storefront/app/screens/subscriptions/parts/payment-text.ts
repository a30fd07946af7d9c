import type { OwnCard } from '@kushi/contract/card'
import type { Subscription } from '@kushi/contract/subscription'
import { brandName, readableCard } from '../../../payment/card-text.ts'

/** 「クレジットカード Visa •••• 1111」; the card's own words only where they are known. */
export function paymentText({ payment_name, card_seq }: Subscription, cards: readonly OwnCard[] | undefined): string {
  const card = card_seq === null ? undefined : cards?.find((one) => one.card_seq === card_seq)
  return card ? `${payment_name} ${brandName(card.brand)} ${readableCard(card.card_info)}` : payment_name
}
