import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the running shop's parts are reached, for a command that is run beside it. Nothing secret. */
const names = ['DATABASE_URL', 'SANDBOX_URL', 'SMTP_URL', 'GMO_BASE_URL', 'POSTCODE_BASE_URL', 'PUBLIC_URL'] as const

const fileIn = (dataDir: string) => join(dataDir, 'shop.json')

type Left = { pid: number; folder: string; env: NodeJS.ProcessEnv }

/** Written when the shop opens; an address with a password in it stays in the environment. Returns how to remove it. */
export function leaveAddress(env: NodeJS.ProcessEnv): () => void {
  const dataDir = env.DATA_DIR
  if (!dataDir) return () => undefined
  const open = names.flatMap((name) => (env[name] && !/:[^/@]+@/.test(env[name]) ? [[name, env[name]]] : []))
  const file = fileIn(dataDir)
  try {
    const left: Left = { pid: process.pid, folder: identityOf(dataDir), env: Object.fromEntries(open) }
    writeFileSync(file, JSON.stringify(left), { mode: 0o600 })
  } catch {
    // A read-only folder: commands need DATABASE_URL then.
  }
  // Another process on the same folder may have written its own since.
  return () => read(dataDir)?.pid === process.pid && rmSync(file, { force: true })
}

/** The environment of a command: its own, and beside it what the running shop left. */
export function withAddress(env: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv {
  const left = read(dataDir)
  // A copy of the folder has a copy of the file, which leads to the shop of the original.
  if (!left || left.folder !== identityOf(dataDir)) return { ...env }
  const own = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  return { ...left.env, ...own }
}

function read(dataDir: string): Left | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Left
  } catch {
    return undefined
  }
}

function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder)
  return `${dev}:${ino}`
}
