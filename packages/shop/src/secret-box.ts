import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts values that must be readable again (authenticator keys, accounts at providers), so that a copy of the
 * database reveals nothing.
 */
export interface SecretBox {
  seal(plain: string): string
  /** @throws Error if the text was sealed with an unknown or removed key, or was changed. */
  open(sealed: string): string
  /** Whether it was sealed with the key that seals now. */
  isOfFirstKey(sealed: string): boolean
  /** Of this text, by each key: `<id of the key>.<keyed hash>`. Nobody without the key can try texts against it. */
  signsOf(text: string): string[]
}

/** Values of a shop that are kept sealed, by their names. */
export type SealedValues = Readonly<Record<string, string>>

/** Contains the shop, so that a row of another shop can't be put in its place. */
interface ShopContent {
  shop_id: number
  values: SealedValues
}

export const sealShopValues = (secrets: SecretBox, content: ShopContent): string =>
  secrets.seal(JSON.stringify(content))

/** @throws Error when they were sealed with an unknown key, or belong to another shop */
export function openShopValues(secrets: SecretBox, shop_id: number, sealed: string): SealedValues {
  const content = JSON.parse(secrets.open(sealed)) as ShopContent
  if (content.shop_id !== shop_id) throw new Error('sealed for another shop')
  return content.values
}

/**
 * AES-256-GCM under the first of `keys`. Texts sealed with an older key can still be opened, so that keys can be
 * changed. A sealed text is `v1.<id of the key>.<nonce, tag and cipher text>`.
 */
export function secretBox(keys: readonly string[]): SecretBox {
  const known = keys.map((key) => ({
    id: createHash('sha256').update(key).digest('base64url').slice(0, 8),
    key: Buffer.from(hkdfSync('sha256', key, '', 'kushi secret box', 32)),
    signKey: Buffer.from(hkdfSync('sha256', key, '', 'kushi person sign', 32)),
  }))
  return {
    seal(plain) {
      const { id, key } = known[0]!
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`
    },
    signsOf: (text) =>
      known.map(
        ({ id, signKey }) => `${id}.${createHmac('sha256', signKey).update(text).digest('base64url').slice(0, 22)}`,
      ),
    isOfFirstKey: (sealed) => sealed.split('.')[1] === known[0]!.id,
    open(sealed) {
      const [version, id, body = ''] = sealed.split('.')
      const found = known.find((one) => one.id === id)
      if (version !== 'v1' || !found) throw new Error('sealed with a key that is not known here (SECRET_KEY)')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
