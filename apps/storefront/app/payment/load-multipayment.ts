import { environment } from '../state/environment.ts'
import { loadScript } from './load-script.ts'
import { type Multipayment, onPage } from './multipayment.ts'
import { loadOfficial } from './official-loader.ts'

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
