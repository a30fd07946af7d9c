/** `window.Multipayment` of GMO, as far as the shop uses it: the card goes in, a single-use token comes out. */
export interface Multipayment {
  /** First generation: the key is the shop's. The second takes more, see `official-loader.ts`. */
  init(apiKey: string): unknown
  getToken(card: GmoCard, callback?: (answer: TokenAnswer) => void): Promise<TokenAnswer | undefined> | undefined
}

/** Named for both generations of the script, which each read their own spelling. */
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

/** What a script has left on the page. The package of the second generation names another type for the same place. */
export const onPage = (): Multipayment | undefined =>
  (window as unknown as { Multipayment?: Multipayment }).Multipayment
