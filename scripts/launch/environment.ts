import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SetupError } from '@kushi/db/setup-error'
import { productionProblems } from '@kushi/server/config/production-rule'
import { sandboxProblems } from '@kushi/server/config/sandbox-rule'
import { z } from 'zod'

export const root = resolve(import.meta.dirname, '../..')

export type Environment = {
  port: number
  host: string
  dataDir: string
  /** undefined: our own PostgreSQL. */
  databaseUrl: string | undefined
  /** Bypasses the pooler of `databaseUrl`. */
  directUrl: string | undefined
  /** Folder of the archived log (WAL) of our own PostgreSQL. */
  archive: string | undefined
  publicUrl: string | undefined
  sandbox: boolean
  /** 0: any free port. */
  sandboxPort: number
}

const port = (standard: number) =>
  z
    .string()
    .default(String(standard))
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'which is no port number.')
    .transform(Number)

/** Each message continues `NAME is value, `. */
const variables = z.object({
  PORT: port(3000),
  SANDBOX_PORT: port(0),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  WAL_ARCHIVE: z.string().optional(),
  PUBLIC_URL: z
    .string()
    .refine(isBase, 'which is no address of a shop: say it as in https://shop.example, without a path.')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  SANDBOX: z.enum(['on', 'off'], 'say on or off.').default('on'),
})

function isBase(url: string): boolean {
  const { protocol, pathname, search } = URL.parse(url) ?? {}
  return /^https?:$/.test(protocol ?? '') && /^\/+$/.test(pathname ?? '') && !search
}

/** `.env` supplies variables that are not set. @throws SetupError with all mistakes, one sentence per line */
export function readEnvironment(): Environment {
  const file = join(root, '.env')
  if (existsSync(file)) {
    try {
      process.loadEnvFile(file)
    } catch (error) {
      throw new SetupError(`${file} cannot be read (${(error as Error).message}).`)
    }
  }
  // An empty variable counts as not set.
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value))
  if (env.KUSHI_ENV === 'production') env.SANDBOX ??= 'off'
  const read = variables.safeParse(env)
  const wrong = read.success
    ? []
    : read.error.issues.map(({ path: [name], message }) => sentence(String(name), message))
  const direct =
    env.DATABASE_DIRECT_URL && !env.DATABASE_URL
      ? ['DATABASE_DIRECT_URL is set and DATABASE_URL is not: say both, or neither.']
      : []
  const all = [
    ...wrong,
    ...direct,
    ...productionProblems(env),
    ...(env.SANDBOX === 'off' ? sandboxProblems(env) : withSandbox(env)),
  ]
  if (!read.success || all.length > 0) throw new SetupError(all.join('\n'))
  const { data } = read
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(root, data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    directUrl: data.DATABASE_DIRECT_URL,
    archive: data.WAL_ARCHIVE && resolve(root, data.WAL_ARCHIVE),
    publicUrl: data.PUBLIC_URL,
    sandbox: data.SANDBOX === 'on',
    sandboxPort: data.SANDBOX_PORT,
  }
}

const sentence = (name: string, message: string) =>
  `${name} is ${process.env[name]}${message.startsWith('say') ? ':' : ','} ${message}`

/** The key for Amazon Pay's simulator is created here, so one that is set belongs to the real Amazon Pay. */
function withSandbox(env: Record<string, string | undefined>): string[] {
  const key = env.AMAZON_PRIVATE_KEY
    ? ['The sandbox is on and AMAZON_PRIVATE_KEY is set: say SANDBOX=off, or take it away.']
    : []
  return [...sandboxProblems({ ...env, SANDBOX_URL: 'http://127.0.0.1' }), ...key]
}
