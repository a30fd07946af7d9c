import {
  accountKindsOfVariables,
  PROVIDER_ACCOUNT_KINDS,
  PROVIDER_ACCOUNT_VARIABLES,
  type ProviderAccountKind,
} from '@kushi/values/shop-account'
import { type Config, readConfig } from './config.ts'
import { ConfigError, type Env } from './env.ts'
import { mapProviderKinds } from './payment-providers.ts'
import { isPublicHost } from './public-host.ts'

/** Without these variables an account counts as absent, so no other check would report them as missing. */
const foremost: Partial<Record<ProviderAccountKind, string>> = {
  amazon_pay: 'AMAZON_PRIVATE_KEY',
  apple_pay: 'APPLE_PAY_MERCHANT_ID',
  google_pay: 'GOOGLE_PAY_MERCHANT_ID',
  risk: 'RISK_URL',
  ...mapProviderKinds(({ prefix }) => `${prefix}_BASE_URL`),
}

/**
 * The settings of a shop: the environment, overridden by the variables of the shop's own accounts. An account is a
 * unit: for a kind that the shop has itself, nothing is taken from the environment. A kind that the shop lacks comes
 * from the environment for the installation's own shop, from the simulators with the sandbox, and is otherwise absent:
 * it is never another shop's.
 * @throws ConfigError with everything that is missing or wrong, one sentence each.
 */
export function configOfShop(config: Config, shop_id: number, own: Readonly<Record<string, string>>): Config {
  const ownKinds = accountKindsOfVariables(own)
  const hasAll = shop_id === config.default_shop_id || config.sandbox_url !== null
  if (hasAll && ownKinds.size === 0) return config
  const kinds = new Set(hasAll ? PROVIDER_ACCOUNT_KINDS : ownKinds)
  const taken = (name: string) => {
    const kind = PROVIDER_ACCOUNT_VARIABLES[name]?.kind
    return kind === undefined || (kinds.has(kind) && !ownKinds.has(kind))
  }
  const rest = Object.fromEntries(Object.entries(config.environment).filter(([name]) => taken(name)))
  const env: Env = { ...rest, ...own }
  const problems = [...ownKinds].flatMap((kind) => missing(kind, env))
  try {
    const read = fitted(config, readConfig(env, kinds), problems)
    const host = URL.parse(own.SMTP_URL ?? '')?.hostname ?? ''
    return { ...read, smtp_outside: config.sandbox_url === null && isPublicHost(host) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError([...new Set([...problems, ...error.message.split('\n')])].join('\n'))
  }
}

/** If a shop's accounts cannot be read, it has none: no provider is called for it until that is fixed. */
export const withoutProviderAccounts = (config: Config): Config =>
  fitted(
    config,
    readConfig(
      Object.fromEntries(Object.entries(config.environment).filter(([name]) => !PROVIDER_ACCOUNT_VARIABLES[name])),
      new Set(),
    ),
  )

function missing(kind: ProviderAccountKind, env: Env): string[] {
  const name = foremost[kind]
  const isSimulator = env.SANDBOX_URL && kind !== 'amazon_pay'
  return name === undefined || env[name] || isSimulator ? [] : [`${name} is not set.`]
}

/** Values that were added from the database at start apply to every shop. */
function fitted({ shop_hosts }: Config, read: Config, problems: string[] = []): Config {
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return { ...read, shop_hosts }
}
