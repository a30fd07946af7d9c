import type { EnvironmentConfig } from '@kushi/contract/common'
import { environment } from '../state/environment.ts'
import { loadScript } from './load-script.ts'
import { type Multipayment, onPage } from './multipayment.ts'

let loading: Promise<Multipayment> | null = null

async function load(): Promise<Multipayment> {
  const config = environment()
  if (!config) throw new Error('No configuration yet')
  if (config.payment_script_url === null) return loadOfficial(config)
  if (!onPage()) await loadScript(config.payment_script_url)
  const loaded = onPage()
  if (!loaded) throw new Error('The card token script left nothing behind')
  loaded.init(config.payment_shop_id)
  return loaded
}

/** Loads the provider's script, once per page. After a failure the next call tries again. */
export function loadMultipayment(): Promise<Multipayment> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Loads the provider's script by the provider's own package (MpToken), for production or the provider's staging. */
async function loadOfficial(config: EnvironmentConfig): Promise<Multipayment> {
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
