import { cardBrand, formatMaskedCardNumber, maskCardNumber } from '@kushi/values/card'
import { type CardFields, expireOf, normalizedCard } from './card-fields.ts'
import { loadMultipayment } from './load-multipayment.ts'
import type { GmoCard, TokenAnswer } from './multipayment.ts'

/** The part of a card that the shop may have: a single-use token, and the data to show. */
export interface TokenCard {
  token: string
  masked: string
  /** First and last four digits. */
  shown: string
  brand: string | null
  expire: string
}

/** The card could not be exchanged for a token. The message is ready to show beside the card. */
export class CardTokenError extends Error {}

/** Exchanges a card for a token at the provider, from the browser: the number never reaches our server. */
export async function exchangeCard(typed: CardFields): Promise<TokenCard> {
  const card = normalizedCard(typed)
  const { number } = card
  const expire = expireOf(card)
  const answer = await requestToken({
    cardno: number,
    cardNo: number,
    expire,
    securitycode: card.cvc,
    securityCode: card.cvc,
    holdername: card.holder,
    holderName: card.holder,
  })
  const token = answer?.tokenObject?.token
  const one = Array.isArray(token) ? token[0] : token
  if (!one) throw new CardTokenError(tokenFailure(String(answer?.resultCode ?? '')))
  return {
    token: one,
    masked: maskCardNumber(number),
    shown: formatMaskedCardNumber(number, number.slice(0, 4)),
    brand: cardBrand(number),
    expire,
  }
}

async function requestToken(card: GmoCard): Promise<TokenAnswer | undefined> {
  try {
    const multipayment = await loadMultipayment()
    // The first generation only calls the callback; the second also returns a promise.
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

/** Result codes of the token script → advice for the customer. */
const texts: readonly (readonly [codes: RegExp, text: string])[] = [
  [/^(10[0-2])$/, 'カード番号が正しくありません。カードの表示をご確認ください。'],
  [/^(11[0-3])$/, '有効期限が正しくありません。カードの表示をご確認ください。'],
  [/^(12[0-2])$/, 'セキュリティコードが正しくありません。カードの表示をご確認ください。'],
  [/^(13[12])$/, 'カード名義が正しくありません。半角ローマ字で入力してください。'],
]

/** Why a card could not be exchanged for a token, ready to show. */
const tokenFailure = (code: string): string =>
  texts.find(([codes]) => codes.test(code))?.[1] ??
  'カード会社と通信できませんでした。少し待ってから、もう一度お試しください。'
