import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../../../context.ts'

/** As in Standard Webhooks: the part after `whsec_` is the key in base64. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

type Owner = Pick<Context, 'secrets' | 'shop_id'>

/** Seals the shop's id with the secret, so that another shop's secret can't be put in its place. */
export const sealSecret = ({ secrets, shop_id }: Owner, secret: string): string => secrets.seal(`${shop_id} ${secret}`)

/** @throws Error for another shop's secret, or if the key of the installation was changed */
export function openSecret({ secrets, shop_id }: Owner, sealed: string): string {
  const [owner, secret] = secrets.open(sealed).split(' ')
  if (owner !== String(shop_id)) throw new Error('the secret of another shop')
  return secret!
}

/** `webhook-signature` by Standard Webhooks: one for each valid secret. */
export const signatureOf = (secrets: readonly string[], { id, timestamp, body }: SignedContent): string =>
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
