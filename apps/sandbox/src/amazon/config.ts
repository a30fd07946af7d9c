/** The merchant's registration at Amazon; the values are fictitious and valid only for this sandbox. */
export type AmazonConfig = {
  merchantId: string
  storeId: string
  publicKeyId: string
  /** PEM. Without it every signature is rejected. */
  publicKey: string
}

export function amazonConfig(env: Record<string, string | undefined>): AmazonConfig {
  return {
    merchantId: env.SANDBOX_AMAZON_MERCHANT_ID ?? 'ASANDBOXMERCHANT',
    storeId: env.SANDBOX_AMAZON_STORE_ID ?? 'amzn1.application-oa2-client.sandbox',
    publicKeyId: env.SANDBOX_AMAZON_PUBLIC_KEY_ID ?? 'SANDBOX-KUSHIDEVELOPMENTKEY00',
    publicKey: env.SANDBOX_AMAZON_PUBLIC_KEY ?? '',
  }
}
