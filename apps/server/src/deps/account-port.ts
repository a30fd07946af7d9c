import { resolvesToInternalAddress } from '@kushi/adapters/network/outside'
import type { ProviderAccountFailure, ProviderAccountPort } from '@kushi/shop/ports/account-port'
import {
  accountKindsOfVariables,
  PROVIDER_ACCOUNT_VARIABLES,
  type ProviderAccountKind,
} from '@kushi/values/shop-account'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/env.ts'
import { mapProviderKinds } from '../config/payment-providers.ts'
import { isPublicHost } from '../config/public-host.ts'
import { configOfShop } from '../config/shop-config.ts'
import { accountProbes, rejectAfterTimeout } from './account-probes.ts'

/** An operator waits for the result. */
const timeoutMs = 15_000

/** Ports of mail servers: a check that an operator starts from the screen connects to no other port. */
const mailPorts = ['', '25', '465', '587', '2525']

/** The addresses that operators type, and which of those on the internet are fit. */
const typedAddresses: Record<string, (url: URL) => boolean> = {
  SMTP_URL: ({ port, search, hash }) => mailPorts.includes(port) && search === '' && hash === '',
  RISK_URL: ({ protocol, username }) => protocol === 'https:' && username === '',
}

/** The port that reads a shop's accounts, in the same way as those of the installation. */
export const accountPort = (config: Config, shop_id: number): ProviderAccountPort => ({
  sourceOf(kind, own) {
    if (accountKindsOfVariables(own).has(kind)) return 'own'
    const isSandbox = config.sandbox_url !== null
    if (!isSandbox && shop_id !== config.default_shop_id) return 'none'
    const { gmo, amazon_api, apple_pay, google_pay, line, line_messaging, providers, smtp_url, risk, tag_manager_id } =
      config
    const has: Record<ProviderAccountKind, unknown> = {
      gmo,
      amazon_pay: amazon_api,
      apple_pay,
      google_pay,
      line: line ?? line_messaging,
      mail: smtp_url,
      risk,
      tag_manager: tag_manager_id,
      ...mapProviderKinds(({ method }) => providers.get(method)),
    }
    return !has[kind] ? 'none' : isSandbox ? 'stand_in' : 'installation'
  },
  objections(own, typed) {
    const wrong = typed && config.sandbox_url === null ? insideAddresses(own) : []
    try {
      configOfShop(config, shop_id, own)
      return wrong
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return [...wrong, ...error.message.split('\n').flatMap((sentence) => objectionsOf(sentence, own))]
    }
  },
  async leadInside(own) {
    if (config.sandbox_url !== null) return []
    const found: ProviderAccountFailure[] = []
    for (const name of Object.keys(typedAddresses)) {
      const host = URL.parse(own[name] ?? '')?.hostname
      if (host !== undefined && (await resolvesToInternalAddress(host))) found.push({ name, reason: 'malformed' })
    }
    return found
  },
  async ask(kind, own) {
    const { questions, close } = accountProbes(configOfShop(config, shop_id, own), shop_id)
    try {
      return await Promise.all(
        questions
          .filter((one) => one.kind === kind)
          .map(({ name: about, ask }) =>
            rejectAfterTimeout(ask(), timeoutMs).then(
              () => ({ about, is_good: true }),
              () => ({ about, is_good: false }),
            ),
          ),
      )
    } finally {
      close()
    }
  },
})

/**
 * Translates a sentence of the settings check for the admin screen, which shows fields instead of environment
 * variables.
 */
function objectionsOf(sentence: string, own: Readonly<Record<string, string>>): ProviderAccountFailure[] {
  const isMixed = /real providers are named|is the one of the simulators/.test(sentence)
  const named = (sentence.match(/\b[A-Z][A-Z_]+[A-Z]\b/g) ?? []).filter((name) => PROVIDER_ACCOUNT_VARIABLES[name])
  if (isMixed) {
    const theirs = named.filter((name) => own[name])
    return theirs.length > 0 ? theirs.map((name) => ({ name, reason: 'mixed' })) : [{ name: null, reason: 'mixed' }]
  }
  const reason = /^\w+ is not set\.$/.test(sentence) ? 'missing' : 'malformed'
  return [{ name: named[0] ?? null, reason }]
}

/** Rejects addresses inside the machine's own network; see docs/security.md. */
const insideAddresses = (own: Readonly<Record<string, string>>): ProviderAccountFailure[] =>
  Object.entries(typedAddresses).flatMap(([name, isFit]) => {
    if (own[name] === undefined) return []
    const url = URL.parse(own[name])
    return url && isPublicHost(url.hostname) && isFit(url) ? [] : [{ name, reason: 'malformed' }]
  })
