import type { EnvironmentConfig } from '@kushi/contract/common'
import type { Multipayment } from './multipayment.ts'

/** Loads the provider's script by the provider's own package (MpToken), for production or the provider's staging. */
export async function loadOfficial(config: EnvironmentConfig): Promise<Multipayment> {
  if (config.payment_public_key === null) throw new Error('The public key for card tokens is not configured')
  const { loadMulpay } = await import('@mul-pay/mptoken-js')
  const loaded = await loadMulpay(
    config.payment_shop_id,
    config.payment_public_key,
    undefined,
    true,
    config.payment_live_flag,
  )
  if (!loaded) throw new Error('The card token script left nothing behind')
  // Its types lack the field names of the first generation.
  return loaded as unknown as Multipayment
}
