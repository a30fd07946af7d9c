import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '../setup-error.ts'

/**
 * Passwords of the superuser `postgres`, used only to start and stop, and of `kushi`, which owns the shop's database.
 */
export type Passwords = { postgres: string; kushi: string }

export const passwordFile = (dataDir: string) => join(dataDir, 'database-passwords.json')

/** Returns undefined if there is no file. */
export async function readPasswords(dataDir: string): Promise<Passwords | undefined> {
  const file = passwordFile(dataDir)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new SetupError(`${file} cannot be read (${error.code}).`)
  })
  if (text === undefined) return undefined
  try {
    const { postgres, kushi } = JSON.parse(text) as Passwords
    if (postgres && kushi) return { postgres, kushi }
  } catch {}
  throw new SetupError(`${file} is damaged: delete it, and the next start sets new passwords.`)
}

/**
 * Creates the passwords and writes them to a file that only this account can read. The file appears completely or not
 * at all, and two concurrent starts get the same passwords.
 */
export async function makePasswords(dataDir: string): Promise<Passwords> {
  const made = { postgres: randomBytes(24).toString('base64url'), kushi: randomBytes(24).toString('base64url') }
  const part = `${passwordFile(dataDir)}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(part, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  await link(part, passwordFile(dataDir)).catch((error: NodeJS.ErrnoException) => {
    // On a file system without hard links this is the best that can be done.
    if (error.code !== 'EEXIST') return rename(part, passwordFile(dataDir))
  })
  await rm(part, { force: true })
  return (await readPasswords(dataDir)) ?? made
}
