/** The merchant's registration at PayPay; the values are fictitious and valid only for this sandbox. */
export type PayPayConfig = {
  apiKey: string
  apiSecret: string
  merchantId: string
  /** Days for which an authorisation lasts at most. */
  authorizationDays: number
  /** Refunds of one payment; PayPay's own client says that only one is supported, contracts may allow more. */
  refundsEach: number
  /** 継続課金 is in the contract. */
  continuousPayments: boolean
}

export function paypayConfig(env: Record<string, string | undefined>): PayPayConfig {
  return {
    apiKey: env.SANDBOX_PAYPAY_API_KEY ?? 'sandbox-paypay-key',
    apiSecret: env.SANDBOX_PAYPAY_API_SECRET ?? 'sandbox-paypay-secret',
    merchantId: env.SANDBOX_PAYPAY_MERCHANT_ID ?? '100000000000000001',
    authorizationDays: Number(env.SANDBOX_PAYPAY_AUTHORIZATION_DAYS ?? 31),
    refundsEach: Number(env.SANDBOX_PAYPAY_REFUNDS ?? 100),
    continuousPayments: env.SANDBOX_PAYPAY_CONTINUOUS !== '0',
  }
}
