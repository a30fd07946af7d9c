/** How often a subscription charges, as Amazon tells its customers. */
export interface AmazonFrequency {
  unit: 'Month' | 'Week' | 'Day' | 'Variable'
  /** 1 or more; 0 with `Variable`. */
  value: number
}

export interface AmazonButton {
  /** Where the browser comes back to with `amazonCheckoutSessionId`, and where it comes back to without. */
  review_url: string
  cancel_url: string
  /** null: a purchase of one time. */
  frequency: AmazonFrequency | null
}

/** お届け先 as Amazon hands it out: name in one field, the prefecture in whatever way the customer wrote it. */
export interface AmazonAddress {
  name: string
  postalCode: string
  stateOrRegion: string
  city: string
  addressLine1: string
  addressLine2: string
  addressLine3: string
  phoneNumber: string
}

/** What a customer chose at Amazon, before there is an order. */
export interface AmazonSession {
  /** Everything below is there only while it is open. */
  is_open: boolean
  is_subscription: boolean
  name: string
  email: string
  address: AmazonAddress | null
  /** `Visa ****1111` */
  payment_descriptor: string
}

/** Amazon Pay before there is an order. Every call but `button` throws PaymentUnavailable. */
export interface AmazonPort {
  /** What the button carries, signed byte for byte. */
  button(button: AmazonButton): { payload_json: string; signature: string }
  /** null: Amazon does not know it (any more). */
  session(checkout_session_id: string): Promise<AmazonSession | null>
  /** Says how often a subscription will charge. @throws PaymentRefused when the session is over. */
  announce(checkout_session_id: string, frequency: AmazonFrequency): Promise<AmazonSession>
}
