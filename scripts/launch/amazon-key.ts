import { createPublicKey, generateKeyPair } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type KeyPair = { privateKey: string; publicKey: string }

/** The key of the shop for the stand-in of Amazon Pay, PEM: made at the first start, kept in the data folder, readable by its owner alone. */
export async function amazonKey(dataDir: string): Promise<KeyPair> {
  const file = join(dataDir, 'amazon-sandbox-key.pem')
  const kept = await readFile(file, 'utf8').catch(() => null)
  const privateKey = kept ?? (await makeKey())
  if (kept === null) await writeFile(file, privateKey, { mode: 0o600 })
  return { privateKey, publicKey: String(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })) }
}

async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}
