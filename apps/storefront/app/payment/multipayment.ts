/** The part of GMO's `window.Multipayment` that the shop uses: exchanges a card for a single-use token. */
export interface Multipayment {
  /** First generation: takes the shop's key. The second one takes more, see `official-loader.ts`. */
  init(apiKey: string): unknown
  getToken(card: GmoCard, callback?: (answer: TokenAnswer) => void): Promise<TokenAnswer | undefined> | undefined
}

/** Has the field names of both generations of the script, because they spell them differently. */
export interface GmoCard {
  cardno: string
  cardNo: string
  /** YYMM */
  expire: string
  securitycode: string
  securityCode: string
  holdername: string
  holderName: string
}

export interface TokenAnswer {
  resultCode: string | number
  tokenObject?: { token: string | string[]; maskedCardNo: string; toBeExpiredAt: string; isSecurityCodeSet: boolean }
}

/** The object that a script has put on `window`. The package of the second generation declares another type for it. */
export const onPage = (): Multipayment | undefined =>
  (window as unknown as { Multipayment?: Multipayment }).Multipayment
