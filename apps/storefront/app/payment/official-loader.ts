import type { EnvironmentConfig } from '@kushi/contract/common'
import { loadScript } from './load-script.ts'
import type { Multipayment } from './multipayment.ts'

/** What the provider's second-generation script leaves on the page: `init` answers the object with `getToken`. */
interface Initter {
  init(
    apiKey: string,
    publicKey: string,
    merchantIds: undefined,
    permitToSendFingerprint: boolean,
    productionMode: boolean,
  ): Multipayment
}

const SCRIPT = 'https://static.mul-pay.jp/payment/js/mp-token.js'

/** The provider's own script, for a shop that is live. The only place to change when their package takes over. */
export async function loadOfficial(config: EnvironmentConfig): Promise<Multipayment> {
  if (config.payment_public_key === null) throw new Error('The public key for card tokens is not configured')
  if (!window.Multipayment) await loadScript(SCRIPT)
  const initter = window.Multipayment as unknown as Initter | undefined
  if (!initter) throw new Error('The card token script left nothing behind')
  return initter.init(config.payment_shop_id, config.payment_public_key, undefined, true, true)
}
