import { z } from 'zod'
import { readTrustedProxies } from '../http/guards/trusted-proxies.ts'
import { ConfigError, type Env } from './env.ts'

const whole = (standard: number, least = 0, most = 2_147_483_647) => {
  const range = most === 2_147_483_647 ? '' : ` from ${least} to ${most}`
  const sentence = `must be a whole number${range}.`
  return z
    .string()
    .regex(/^\d{1,10}$/, sentence)
    .transform(Number)
    .refine((value) => value >= least && value <= most, sentence)
    .prefault(String(standard))
}

const address = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be a URL with http(s).')
  .transform((text) => text.replace(/\/+$/, ''))

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const hosts = z.string().transform((text, ctx) => {
  const pairs = text.split(',').filter(Boolean)
  const found = pairs.map((pair) => /^\s*([\w.-]+)=([1-9]\d{0,8})\s*$/.exec(pair))
  if (found.includes(null)) ctx.addIssue({ code: 'custom', message: 'must look like host=3,other=4.' })
  return new Map(found.filter((one) => one !== null).map(([, host, id]) => [host!.toLowerCase(), Number(id)]))
})

const trust = z.string().transform((text, ctx) => {
  const proxies = readTrustedProxies(text)
  if (proxies === null)
    ctx.addIssue({
      code: 'custom',
      message: 'must be a number of proxies, or networks such as 10.0.0.0/8,192.0.2.7.',
    })
  return proxies ?? 0
})

const origins = z.string().transform((text, ctx) => {
  const named = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (named.some((one) => !/^https?:$/.test(URL.parse(one)?.protocol ?? '') || new URL(one).origin !== one))
    ctx.addIssue({
      code: 'custom',
      message: 'must be origins such as https://app.example,https://other.example, without a path.',
    })
  return named
})

/** Independent variables, each with the sentence that follows its name when it is invalid. */
const Variables = z.object({
  DATABASE_URL: z.string('is not set.'),
  DATABASE_DIRECT_URL: z.string().optional(),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must look like postgres://user:password@host:5432/name.')
    .optional(),
  DATABASE_READ_LAG: whole(5, 1, 60),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(3000, 0, 65_535),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: whole(0, 0, 65_535),
  PUBLIC_URL: address.optional(),
  DB_POOL: whole(10, 1, 1_000),
  TRUST_PROXY: trust.prefault('0'),
  SHOP_ID: whole(2, 1),
  API_ORIGINS: origins.prefault(''),
  MCP: z.enum(['on', 'off'], 'must be on or off.').default('on'),
  SHOP_HOSTS: hosts.optional(),
  RATE_LIMIT_FACTOR: whole(1),
  OUTBOX_KEEP_DAYS: whole(30, 1, 3_650),
  DATA_DIR: z.string().default('data'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('ap-northeast-1'),
  S3_ENDPOINT: address.optional(),
  IMAGE_API: z.string().default('/sh/pictures/'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}.`).default('info'),
  SANDBOX_URL: address.optional(),
  API_COMMON_URL: address.optional(),
  API_SHOP_URL: address.optional(),
  API_POSTCODE_URL: address.optional(),
  TAG_MANAGER_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]{4,12}$/, 'must look like GTM-ABC123.')
    .optional(),
  GMO_CANCEL_RULE: z.enum(['date', 'state'], 'must be date or state.').optional(),
  /** GMO accepts at most 9 Japanese characters. */
  GMO_TENANT_NAME: z.string().max(9, 'must have 9 characters at most.').optional(),
})

/** An empty variable counts as not set. All mistakes are added to `problems`, one sentence each. */
export function readVariables(env: Env, problems: string[]): z.output<typeof Variables> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = Variables.safeParse(given)
  if (read.success) return read.data
  for (const { path, message } of read.error.issues) problems.push(`${path.join('.')} ${message}`)
  // Continues without the invalid values, so that the remaining settings can be checked too.
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]))
  const right = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)))
  const inPlace = wrong.has('SANDBOX_URL') ? { SANDBOX_URL: 'http://sandbox' } : {}
  return Variables.parse({ DATABASE_URL: 'postgres://', ...inPlace, ...right })
}

/**
 * Returns a function that reads a part of the settings. A mistake in that part is added to `problems` instead of being
 * thrown.
 */
export function problemCollector(problems: string[]) {
  return <T>(read: () => T): T => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(...error.message.split('\n'))
      return undefined as T
    }
  }
}
