import { createPublicKey, generateKeyPair } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type KeyPair = { privateKey: string; publicKey: string }

/** The key of the shop for the stand-in of Amazon Pay, PEM: made at the first start, kept in the data folder, readable by its owner alone. */
export async function amazonKey(dataDir: string): Promise<KeyPair> {
  const file = join(dataDir, 'amazon-sandbox-key.pem')
  const kept = await readFile(file, 'utf8').then(pairOf, () => undefined)
  if (kept) return kept
  // Whole or not at all: a start that is killed here leaves no half of a key. One that is damaged opens nothing but the stand-in.
  const made = pairOf(await makeKey())!
  const part = `${file}.${process.pid}`
  await writeFile(part, made.privateKey, { mode: 0o600 })
  await rename(part, file)
  return made
}

function pairOf(privateKey: string): KeyPair | undefined {
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
