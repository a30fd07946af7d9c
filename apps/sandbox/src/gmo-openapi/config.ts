/** The shop's registration at GMO, the one of its cards; the values are fictitious and valid only for this sandbox. */
export type GmoOpenApiConfig = {
  shopId: string
  shopPass: string
  /** Days for which an authorisation lasts. */
  authorizationDays: number
  /** Minutes for which the wallet's page can be paid. */
  pageMinutes: number
  /** Wallets that decide a cancelled sale later (REQRETURN). */
  returnsLater: readonly string[]
}

export function gmoOpenApiConfig(env: Record<string, string | undefined>): GmoOpenApiConfig {
  return {
    shopId: env.SANDBOX_GMO_SHOP_ID ?? 'tshop00000001',
    shopPass: env.SANDBOX_GMO_SHOP_PASS ?? 'sandboxpas',
    authorizationDays: Number(env.SANDBOX_GMO_WALLET_AUTHORIZATION_DAYS ?? 30),
    pageMinutes: Number(env.SANDBOX_GMO_WALLET_PAGE_MINUTES ?? 10),
    returnsLater: (env.SANDBOX_GMO_WALLET_RETURNS_LATER ?? 'RAKUTEN').split(',').filter(Boolean),
  }
}
