/** The status of an object of Amazon Pay. The types below hold only the fields that are read here. */
export interface AmazonStatus {
  state: string
  reasonCode: string | null
}
export interface AmazonMoney {
  amount: string
  currencyCode: string
}

export interface CheckoutSession {
  checkoutSessionId: string
  statusDetails: AmazonStatus
  chargePermissionType: 'OneTime' | 'Recurring'
  webCheckoutDetails: { amazonPayRedirectUrl: string | null }
  merchantMetadata: { merchantReferenceId?: string | null } | null
  buyer: { name: string | null; email: string | null } | null
  shippingAddress: { [name: string]: string | null } | null
  paymentPreferences: ({ paymentDescriptor: string | null } | null)[] | null
  chargePermissionId: string | null
  chargeId: string | null
}

export interface AmazonCharge {
  chargeId: string
  chargePermissionId: string
  chargeAmount: AmazonMoney
  refundedAmount: AmazonMoney | null
  statusDetails: AmazonStatus
}

export interface AmazonRefund {
  refundId: string
  refundAmount: AmazonMoney
  statusDetails: AmazonStatus
}

export interface ChargePermission {
  statusDetails: AmazonStatus
  chargePermissionType: 'OneTime' | 'Recurring'
  limits: { amountLimit: AmazonMoney; amountBalance: AmazonMoney } | null
}

/** Converts yen into Amazon's form of an amount. */
export const toAmazonMoney = (amount: number): AmazonMoney => ({ amount: String(amount), currencyCode: 'JPY' })
