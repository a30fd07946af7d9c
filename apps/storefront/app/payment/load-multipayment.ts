import { environment } from '../state/environment.ts'
import { loadScript } from './load-script.ts'
import type { Multipayment } from './multipayment.ts'
import { loadOfficial } from './official-loader.ts'

let loading: Promise<Multipayment> | null = null

async function load(): Promise<Multipayment> {
  const config = environment()
  if (!config) throw new Error('No configuration yet')
  if (config.payment_script_url === null) return loadOfficial(config)
  if (!window.Multipayment) await loadScript(config.payment_script_url)
  if (!window.Multipayment) throw new Error('The card token script left nothing behind')
  window.Multipayment.init(config.payment_shop_id)
  return window.Multipayment
}

/** The provider's script, once per page; one that failed to load is tried again next time. */
export function loadMultipayment(): Promise<Multipayment> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
