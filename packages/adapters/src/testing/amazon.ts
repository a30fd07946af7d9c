import { generateKeyPairSync } from 'node:crypto'
import { startSandbox } from '@kushi/sandbox/sandbox'
import type { AmazonButton } from '@kushi/shop/ports/amazon-port'
import type { AmazonSettings } from '../amazon/call.ts'
import { amazonCheckout } from '../amazon/checkout.ts'
import { postJson, SIMULATOR_TIMEOUT_MS, simulatorFaults } from './faults.ts'

export const amazonKeys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Starts the simulator of Amazon Pay in this process, with a customer's actions. */
export async function startAmazon() {
  const sandbox = await startSandbox({ env: { SANDBOX_AMAZON_PUBLIC_KEY: amazonKeys.publicKey } })
  return amazonTestClient(`${sandbox.url}/sandbox/amazon`, amazonKeys.privateKey, sandbox.stop)
}

export function amazonTestClient(base: string, private_key: string, stop: () => Promise<void>) {
  const settings: AmazonSettings = {
    base_url: base,
    private_key,
    public_key_id: 'SANDBOX-KUSHIDEVELOPMENTKEY00',
    store_id: 'amzn1.application-oa2-client.sandbox',
    store_name: '椿野',
    timeout_ms: SIMULATOR_TIMEOUT_MS,
  }
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${base}/checkout/${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const json = (path: string, body: unknown) => postJson(`${base}/${path}`, body)
  /** Presses the button and chooses as `buyer`; returns the session's id. */
  async function session(buyer: string, button: Partial<AmazonButton> = {}): Promise<string> {
    const { payload_json, signature } = amazonCheckout(settings).button({
      review_url: 'http://localhost:3000/sh/normal-purchase',
      cancel_url: 'http://localhost:3000/sh/cart',
      frequency: null,
      ...button,
    })
    const page = await form('initiate', {
      merchantId: 'ASANDBOXMERCHANT',
      publicKeyId: settings.public_key_id,
      productType: 'PayAndShip',
      algorithm: 'AMZN-PAY-RSASSA-PSS-V2',
      payloadJSON: payload_json,
      signature,
    })
    const id = /name="id" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    await form('choose', { id, buyer })
    return id
  }
  return {
    settings,
    session,
    stop,
    /** Follows `amazonPayRedirectUrl` like a browser; returns where it ends. */
    async visit(redirectUrl: string): Promise<string | null> {
      return (await fetch(redirectUrl, { redirect: 'manual' })).headers.get('location')
    },
    /** Submits Amazon's page on the way back. */
    confirm: (id: string, action: 'confirm' | 'cancel' | 'declined') => form('confirm', { id, action }),
    /** What the customer, or staff at Amazon, does meanwhile. */
    meanwhile: (what: Record<string, string>) => json('buyer', what),
    age: (id: string, days: number) => json('age', { id, days }),
    ...simulatorFaults(base, settings),
    refunds: async () =>
      ((await (await fetch(`${base}/transactions.json`)).json()) as { refunds: SandboxRefund[] }).refunds,
    charges: async () =>
      ((await (await fetch(`${base}/transactions.json`)).json()) as { charges: SandboxCharge[] }).charges,
  }
}

export interface SandboxRefund {
  refundId: string
  chargeId: string
  amount: number
  status: { state: string }
}

export interface SandboxCharge {
  chargeId: string
  chargePermissionId: string
  amount: number
  captured: number
  refunded: number
  status: { state: string }
  merchantMetadata: { merchantReferenceId?: string }
}
