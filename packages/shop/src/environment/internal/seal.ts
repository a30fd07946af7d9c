import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** AES-256-GCM, its key derived from the client's with the nonce as salt; the tag stands behind the text, as in WebCrypto. */
export function seal(text: string, clientKey: string, nonce: string): { iv: string; ciphertext: string } {
  const key = Buffer.from(hkdfSync('sha256', clientKey, nonce, 'kushi-init', 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { iv: iv.toString('base64'), ciphertext: ciphertext.toString('base64') }
}
