import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the running shop's parts are reached, for a command that is run beside it. Nothing secret. */
const names = ['DATABASE_URL', 'SANDBOX_URL', 'SMTP_URL', 'GMO_BASE_URL', 'POSTCODE_BASE_URL', 'PUBLIC_URL'] as const

const fileIn = (dataDir: string) => join(dataDir, 'shop.json')

/** Written when the shop opens; an address with a password in it stays in the environment. Returns how to remove it. */
export function leaveAddress(env: NodeJS.ProcessEnv): () => void {
  const dataDir = env.DATA_DIR
  if (!dataDir) return () => undefined
  const open = names.flatMap((name) => (env[name] && !/:[^/@]+@/.test(env[name]) ? [[name, env[name]]] : []))
  const file = fileIn(dataDir)
  try {
    writeFileSync(file, JSON.stringify(Object.fromEntries(open)), { mode: 0o600 })
  } catch {
    // A read-only folder: commands need DATABASE_URL then.
  }
  return () => rmSync(file, { force: true })
}

/** The environment of a command: its own, and beside it what the running shop left. */
export function withAddress(env: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv {
  try {
    const left = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as NodeJS.ProcessEnv
    const own = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
    return { ...left, ...own }
  } catch {
    return env
  }
}
