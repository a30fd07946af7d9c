import { createPublicKey, generateKeyPair } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type KeyPair = { privateKey: string; publicKey: string }

/**
 * The shop's key for the Amazon Pay simulator, PEM: created at the first start, stored in the data folder, readable only
 * by its owner.
 */
export async function amazonKey(dataDir: string): Promise<KeyPair> {
  const file = join(dataDir, 'amazon-sandbox-key.pem')
  const kept = await readFile(file, 'utf8').then(keyPairOf, () => undefined)
  if (kept) return kept
  // Written completely or not at all, so that a killed start leaves no partial key. A damaged key affects only the
  // simulator.
  const made = keyPairOf(await makeKey())!
  const part = `${file}.${process.pid}`
  await writeFile(part, made.privateKey, { mode: 0o600 })
  await rename(part, file)
  return made
}

function keyPairOf(privateKey: string): KeyPair | undefined {
  try {
    return { privateKey, publicKey: String(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })) }
  } catch {
    return undefined
  }
}

async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}
