import type { GmoOpenApiSettings } from '@kushi/adapters/gmo-openapi/call'
import { ConfigError, checkedUrl, type Env, requireVariable } from './env.ts'

/** What GMO takes of a name, in characters. */
const NAME_LENGTH = 20

/**
 * GMO's OpenAPI type, with the account of the cards; null: no address is set.
 * @throws ConfigError
 */
export function readGmoOpenApiConfig(
  env: Env,
  sandbox: string | null,
  account: (name: 'GMO_SHOP_ID' | 'GMO_SHOP_PASS') => string,
): GmoOpenApiSettings | null {
  const base = env.GMO_OPENAPI_BASE_URL || (sandbox && `${sandbox}/sandbox/gmo-openapi`)
  if (!base) return null
  const name = (variable: string, standard: string, form: RegExp, sentence: string) => {
    const value = env[variable] || (sandbox ? standard : requireVariable(env, variable))
    if (value.length > NAME_LENGTH || !form.test(value)) throw new ConfigError(`${variable} ${sentence}`)
    return value
  }
  return {
    base_url: checkedUrl('GMO_OPENAPI_BASE_URL', base),
    shop_id: account('GMO_SHOP_ID'),
    shop_pass: account('GMO_SHOP_PASS'),
    name_kana: name('GMO_NAME_KANA', 'ツバキノ', /^[ァ-ヶー]+$/, `must be カナ, at most ${NAME_LENGTH}.`),
    name_alphabet: name('GMO_NAME_ALPHABET', 'Tsubakino', /^[ -~]+$/, `must be Latin letters, at most ${NAME_LENGTH}.`),
  }
}
