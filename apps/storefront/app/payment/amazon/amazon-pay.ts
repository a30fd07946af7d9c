/** The part of `amazon.Pay` of `checkout.js` that the shop uses. */
export interface AmazonPay {
  renderButton(selector: string, config: ButtonConfig): AmazonButton
  bindChangeAction(
    selector: string,
    options: { amazonCheckoutSessionId: string; changeAction: 'changeAddress' | 'changePayment' },
  ): void
}

export interface ButtonConfig {
  merchantId: string
  publicKeyId: string
  ledgerCurrency: 'JPY'
  sandbox: boolean
  checkoutLanguage: 'ja_JP'
  /** With an address, or only the payment. */
  productType: 'PayAndShip' | 'PayOnly'
  placement: 'Cart' | 'Checkout'
  buttonColor: 'Gold'
}

export interface AmazonButton {
  onClick(handler: () => void): void
  /** Leaves the page. */
  initCheckout(config: {
    createCheckoutSessionConfig: { payloadJSON: string; signature: string; algorithm: string; publicKeyId: string }
  }): void
}

/** The object that the script has put on `window`. */
export const onPage = (): AmazonPay | undefined => (window as { amazon?: { Pay?: AmazonPay } }).amazon?.Pay
