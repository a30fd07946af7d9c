/** The shop's credentials; the values are fictitious and valid only for this sandbox. */
export type NpConfig = {
  merchantCode: string
  spCode: string
  terminalId: string
  /** Maximum debt of one buyer, in yen. */
  limit: number
}

export function npConfig(env: Record<string, string | undefined>): NpConfig {
  return {
    merchantCode: env.SANDBOX_NP_MERCHANT_CODE ?? 'sandbox-merchant',
    spCode: env.SANDBOX_NP_SP_CODE ?? 'sandbox-sp-code',
    terminalId: env.SANDBOX_NP_TERMINAL_ID ?? '9999999901',
    limit: Number(env.SANDBOX_NP_LIMIT ?? 200_000),
  }
}
