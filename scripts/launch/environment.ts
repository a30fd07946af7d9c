import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SetupError } from '@kushi/db/setup-error'

export const root = resolve(import.meta.dirname, '../..')

export type Environment = {
  port: number
  host: string
  dataDir: string
  /** undefined: our own PostgreSQL. */
  databaseUrl: string | undefined
  publicUrl: string | undefined
  sandbox: boolean
}

/** `.env` fills in what the environment doesn't say. */
export function readEnvironment(): Environment {
  const file = join(root, '.env')
  if (existsSync(file)) {
    try {
      process.loadEnvFile(file)
    } catch (error) {
      throw new SetupError(`${file} cannot be read (${(error as Error).message}).`)
    }
  }
  const { env } = process
  const port = Number(env.PORT || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SetupError(`PORT is ${env.PORT}, which is no port number.`)
  if (env.SANDBOX && !['on', 'off'].includes(env.SANDBOX))
    throw new SetupError(`SANDBOX is ${env.SANDBOX}: say on or off.`)
  return {
    port,
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(root, env.DATA_DIR || 'data'),
    databaseUrl: env.DATABASE_URL || undefined,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') || undefined,
    sandbox: env.SANDBOX !== 'off',
  }
}
