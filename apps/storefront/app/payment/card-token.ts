import { cardBrand } from '@kushi/values/card-brand'
import { maskCardNumber } from '@kushi/values/card-number'
import { type CardFields, expireOf } from './card-fields.ts'
import { loadMultipayment } from './load-multipayment.ts'
import type { GmoCard, TokenAnswer } from './multipayment.ts'
import { tokenFailure } from './token-failure.ts'

/** A card as far as the shop may know it: a token that is good once, and what to show of it. */
export interface TokenCard {
  token: string
  masked: string
  brand: string | null
  expire: string
}

/** The card could not be exchanged; the message is ready to show beside the card. */
export class CardTokenError extends Error {}

/** Exchanges a card for a token at the provider, from the browser: the number never reaches our server. */
export async function exchangeCard(card: CardFields): Promise<TokenCard> {
  const number = card.number.replace(/\D/g, '')
  const expire = expireOf(card)
  const answer = await ask({
    cardno: number,
    cardNo: number,
    expire,
    securitycode: card.cvc,
    securityCode: card.cvc,
    holdername: card.holder.trim(),
    holderName: card.holder.trim(),
  })
  const token = answer?.tokenObject?.token
  const one = Array.isArray(token) ? token[0] : token
  if (!one) throw new CardTokenError(tokenFailure(String(answer?.resultCode ?? '')))
  return { token: one, masked: maskCardNumber(number), brand: cardBrand(number), expire }
}

async function ask(card: GmoCard): Promise<TokenAnswer | undefined> {
  try {
    const multipayment = await loadMultipayment()
    // The first generation only calls back, the second answers a promise too.
    return await new Promise<TokenAnswer | undefined>((resolve, reject) => {
      Promise.resolve(multipayment.getToken(card, resolve)).then(
        (answer) => answer && resolve(answer),
        (error: unknown) => reject(error),
      )
      setTimeout(() => reject(new Error('No answer')), 20_000)
    })
  } catch {
    throw new CardTokenError(tokenFailure('901'))
  }
}
