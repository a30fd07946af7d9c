import { environment } from '../../state/environment.ts'
import { loadScript } from '../load-script.ts'
import { type AmazonPay, onPage } from './amazon-pay.ts'

let loading: Promise<AmazonPay> | null = null

async function load(): Promise<AmazonPay> {
  const url = environment()?.amazon_script_url
  if (!url) throw new Error('Amazon Pay is not configured')
  if (!onPage()) await loadScript(url)
  const loaded = onPage()
  if (!loaded) throw new Error('checkout.js left nothing behind')
  return loaded
}

/** Loads Amazon's script, once per page and only for its button. After a failure the next call tries again. */
export function loadAmazon(): Promise<AmazonPay> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
