/** The merchant's registration at Paidy; the values are fictitious and valid only for this sandbox. */
export type PaidyConfig = {
  publicKey: string
  secretKey: string
  /** Days for which an authorisation lasts, as the contract says. */
  authorizationDays: number
  /** A capture may be of less than was authorised; otherwise its amount is ignored, and all of it is captured. */
  partialCaptures: boolean
}

export function paidyConfig(env: Record<string, string | undefined>): PaidyConfig {
  return {
    publicKey: env.SANDBOX_PAIDY_PUBLIC_KEY ?? 'pk_test_sandbox',
    secretKey: env.SANDBOX_PAIDY_SECRET_KEY ?? 'sk_test_sandbox',
    authorizationDays: Number(env.SANDBOX_PAIDY_AUTHORIZATION_DAYS ?? 30),
    partialCaptures: env.SANDBOX_PAIDY_PARTIAL_CAPTURES === '1',
  }
}
