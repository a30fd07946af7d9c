import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '../setup-error.ts'

/** Of the superuser `postgres`, which only starts and stops, and of `kushi`, which owns the shop's database. */
export type Passwords = { postgres: string; kushi: string }

export const passwordFile = (dataDir: string) => join(dataDir, 'database-passwords.json')

/** undefined: there is no file. */
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

/** Written whole or not at all, readable by us alone; of two starts at once both get the same. */
export async function makePasswords(dataDir: string): Promise<Passwords> {
  const made = { postgres: randomBytes(24).toString('base64url'), kushi: randomBytes(24).toString('base64url') }
  const part = `${passwordFile(dataDir)}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(part, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  await link(part, passwordFile(dataDir)).catch((error: NodeJS.ErrnoException) => {
    // A file system without hard links can do no better.
    if (error.code !== 'EEXIST') return rename(part, passwordFile(dataDir))
  })
  await rm(part, { force: true })
  return (await readPasswords(dataDir)) ?? made
}
