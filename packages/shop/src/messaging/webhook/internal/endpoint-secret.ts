import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../../../context.ts'

/** Returns a new secret of an endpoint, as Standard Webhooks requires: `whsec_` and a random key in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

type Owner = Pick<Context, 'secrets' | 'shop_id'>

/**
 * Encrypts the secret of an endpoint together with the id of the shop, so that another shop's secret can't take its
 * place.
 */
export const sealWebhookSecret = ({ secrets, shop_id }: Owner, secret: string): string =>
  secrets.seal(`${shop_id} ${secret}`)

/**
 * Decrypts the secret of an endpoint.
 * @throws Error for another shop's secret, or if the key of the installation was changed
 */
export function openWebhookSecret({ secrets, shop_id }: Owner, sealed: string): string {
  const [owner, secret] = secrets.open(sealed).split(' ')
  if (owner !== String(shop_id)) throw new Error('the secret of another shop')
  return secret!
}

/** Returns the `webhook-signature` header of Standard Webhooks: one signature for each valid secret. */
export const webhookSignatures = (secrets: readonly string[], { id, timestamp, body }: SignedContent): string =>
  secrets
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')

interface SignedContent {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}
