/** Apple Pay before there is an order. Every call throws PaymentUnavailable. */
export interface ApplePayPort {
  /**
   * Asks Apple for a session in which one sheet may be opened on `domain`; opaque to us. `validation_url`: as the browser
   * named it. null: it is none of Apple's.
   */
  merchantSession(validation_url: string, domain: string): Promise<Record<string, unknown> | null>
}
