/** How often a subscription is charged, as Amazon shows it to the customer. */
export interface AmazonFrequency {
  unit: 'Month' | 'Week' | 'Day' | 'Variable'
  /** 1 or more; 0 with `Variable`. */
  value: number
}

/** Input of the Amazon Pay button. */
export interface AmazonButton {
  /**
   * `review_url`: where the browser returns with `amazonCheckoutSessionId`; `cancel_url`: where it returns without one.
   */
  review_url: string
  cancel_url: string
  /** null: a single purchase. */
  frequency: AmazonFrequency | null
}

/** お届け先 as Amazon returns it: the name in one field, the prefecture as the customer wrote it. */
export interface AmazonPostalAddress {
  name: string
  postalCode: string
  stateOrRegion: string
  city: string
  addressLine1: string
  addressLine2: string
  addressLine3: string
  phoneNumber: string
}

/** The customer's choices at Amazon, before the order is placed. */
export interface AmazonCheckout {
  /** The fields below are filled only while the session is open. */
  is_open: boolean
  is_subscription: boolean
  name: string
  email: string
  address: AmazonPostalAddress | null
  /** `Visa ****1111` */
  payment_descriptor: string
}

/** Amazon Pay before the order is placed. Every call but `button` throws PaymentUnavailable. */
export interface AmazonPort {
  /** Returns the button's payload and its signature. The payload is signed byte for byte. */
  button(button: AmazonButton): { payload_json: string; signature: string }
  /** Returns null if Amazon does not know the session or no longer knows it. */
  session(checkout_session_id: string): Promise<AmazonCheckout | null>
  /** Reports to Amazon how often a subscription will be charged. @throws PaymentRefused when the session is over. */
  announce(checkout_session_id: string, frequency: AmazonFrequency): Promise<AmazonCheckout>
}
