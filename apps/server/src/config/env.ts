/** A mistake in the environment: reported in one sentence, without a stack. */
export class ConfigError extends Error {}

export type Env = Record<string, string | undefined>

/** @throws ConfigError if it is not set */
export function need(env: Env, name: string): string {
  const value = env[name]
  if (!value) throw new ConfigError(`${name} is not set.`)
  return value
}

/** The database without the pooler, which lends no session. */
export const directUrl = (env: Env) => env.DATABASE_DIRECT_URL || env.DATABASE_URL

/** Without a trailing slash. @throws ConfigError if it is not a URL */
export function url(name: string, value: string): string {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw new ConfigError(`${name} must be a URL with http(s).`)
  return value.replace(/\/+$/, '')
}
