import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Addresses of the running shop's parts, for commands that run beside it. Contains no secrets. */
const names = ['DATABASE_URL', 'SANDBOX_URL', 'SMTP_URL', 'GMO_BASE_URL', 'POSTCODE_BASE_URL', 'PUBLIC_URL'] as const

const fileIn = (dataDir: string) => join(dataDir, 'shop.json')

type AddressFile = { pid: number; folder: string; env: NodeJS.ProcessEnv }

/**
 * Written when the shop starts. An address that contains a password is not written. Returns a function that removes the
 * file.
 */
export function writeAddressFile(env: NodeJS.ProcessEnv): () => void {
  const dataDir = env.DATA_DIR
  if (!dataDir) return () => undefined
  const open = names.flatMap((name) => (env[name] && !/:[^/@]+@/.test(env[name]) ? [[name, env[name]]] : []))
  const file = fileIn(dataDir)
  try {
    const left: AddressFile = { pid: process.pid, folder: identityOf(dataDir), env: Object.fromEntries(open) }
    writeFileSync(file, JSON.stringify(left), { mode: 0o600 })
  } catch {
    // The folder is read-only: commands then need DATABASE_URL.
  }
  // Another process on the same folder may have written its own file since.
  return () => read(dataDir)?.pid === process.pid && rmSync(file, { force: true })
}

/** The environment of a command: the addresses of the running shop, overridden by its own variables. */
export function environmentWithAddresses(env: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv {
  const left = read(dataDir)
  // A copied folder contains a copy of the file, which leads to the original shop.
  if (!left || left.folder !== identityOf(dataDir)) return { ...env }
  const own = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  return { ...left.env, ...own }
}

function read(dataDir: string): AddressFile | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as AddressFile
  } catch {
    return undefined
  }
}

function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder)
  return `${dev}:${ino}`
}
