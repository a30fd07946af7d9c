/** A mistake in the environment: reported in one sentence, without a stack. */
export class ConfigError extends Error {}

export type Env = Record<string, string | undefined>

/**
 * Returns a variable that has to be set.
 * @throws ConfigError if it is not set
 */
export function requireVariable(env: Env, name: string): string {
  const value = env[name]
  if (!value) throw new ConfigError(`${name} is not set.`)
  return value
}

/** Returns the URL of the database without the pooler, which can't hold session state; undefined if no URL is set. */
export const directDatabaseUrl = (env: Env) => env.DATABASE_DIRECT_URL || env.DATABASE_URL

/**
 * Checks a URL and returns it without a trailing slash.
 * @throws ConfigError if it is not a URL
 */
export function checkedUrl(name: string, value: string): string {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw new ConfigError(`${name} must be a URL with http(s).`)
  return value.replace(/\/+$/, '')
}
