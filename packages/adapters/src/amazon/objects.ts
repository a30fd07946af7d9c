/** Amazon's own objects, with the fields that are read here. */
export interface Status {
  state: string
  reasonCode: string | null
}
export interface AmazonMoney {
  amount: string
  currencyCode: string
}

export interface CheckoutSession {
  checkoutSessionId: string
  statusDetails: Status
  chargePermissionType: 'OneTime' | 'Recurring'
  webCheckoutDetails: { amazonPayRedirectUrl: string | null }
  merchantMetadata: { merchantReferenceId?: string | null } | null
  buyer: { name: string | null; email: string | null } | null
  shippingAddress: { [name: string]: string | null } | null
  paymentPreferences: ({ paymentDescriptor: string | null } | null)[] | null
  chargePermissionId: string | null
  chargeId: string | null
}

export interface Charge {
  chargeId: string
  chargePermissionId: string
  chargeAmount: AmazonMoney
  refundedAmount: AmazonMoney | null
  statusDetails: Status
}

export interface Refund {
  refundId: string
  refundAmount: AmazonMoney
  statusDetails: Status
}

export interface ChargePermission {
  statusDetails: Status
  chargePermissionType: 'OneTime' | 'Recurring'
  limits: { amountLimit: AmazonMoney; amountBalance: AmazonMoney } | null
}

/** Yen in Amazon's form. */
export const jpy = (amount: number): AmazonMoney => ({ amount: String(amount), currencyCode: 'JPY' })
