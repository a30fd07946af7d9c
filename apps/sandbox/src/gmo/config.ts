/** The shop's credentials; the values are fictitious and valid only for this sandbox. */
export type GmoConfig = {
  shopId: string
  shopPass: string
  siteId: string
  sitePass: string
  apiKey: string
  /** Maximum number of cards per member. */
  maxCards: number
}

export function gmoConfig(env: Record<string, string | undefined>): GmoConfig {
  return {
    shopId: env.SANDBOX_GMO_SHOP_ID ?? 'tshop00000001',
    shopPass: env.SANDBOX_GMO_SHOP_PASS ?? 'sandboxpas',
    siteId: env.SANDBOX_GMO_SITE_ID ?? 'tsite00000001',
    sitePass: env.SANDBOX_GMO_SITE_PASS ?? 'sandboxsit',
    apiKey: env.SANDBOX_GMO_API_KEY ?? 'sandbox-api-key',
    maxCards: Number(env.SANDBOX_GMO_MAX_CARDS ?? 10),
  }
}
