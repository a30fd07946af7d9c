import type { Env } from './env.ts'
import { providerUrlVariables, sandboxProviderDefaults } from './payment-providers.ts'

/** The exact sentence required to open the sandbox where others can reach it: `SANDBOX_IN_PUBLIC=…`. */
export const publicSandboxConfirmation = 'anyone may read its mail, log in as its members and move its clock'

/** The exact sentence required to use a real shop's settings with the demo's database: `DEMO_DATABASE=…`. */
export const demoDatabaseConfirmation = 'its members have a password that everybody knows and its goods are made up'

/** Values that the simulators accept by default. They are public, so they are rejected outside the sandbox. */
export const sandboxDefaults = {
  GMO_SHOP_ID: 'tshop00000001',
  GMO_SHOP_PASS: 'sandboxpas',
  GMO_SITE_ID: 'tsite00000001',
  GMO_SITE_PASS: 'sandboxsit',
  GMO_API_KEY: 'sandbox-api-key',
  AMAZON_PUBLIC_KEY_ID: 'SANDBOX-KUSHIDEVELOPMENTKEY00',
  AMAZON_MERCHANT_ID: 'ASANDBOXMERCHANT',
  AMAZON_STORE_ID: 'amzn1.application-oa2-client.sandbox',
  LINE_LIFF_ID: '2000000001-Tsubakin',
  LINE_BOT_ID: '@000tsbkn',
  LINE_LOGIN_CHANNEL_SECRET: 'sandbox-line-login-secret-000000',
  LINE_CHANNEL_ACCESS_TOKEN: 'sandbox-line-channel-access-token',
  LINE_CHANNEL_SECRET: 'sandbox-line-channel-secret-0000',
  POSTCODE_API_KEY: 'sandbox-api-key',
  RISK_SECRET: 'whsec_c2FuZGJveC1yaXNrLXNlY3JldC0wMDAwMDAwMA==',
  SECRET_KEY: 'sandbox-secret-key-that-protects-nothing',
} as const

/** All credentials that the simulators accept, by variable. */
export const simulatorCredentials: Record<string, string> = { ...sandboxDefaults, ...sandboxProviderDefaults }

/** URLs of third parties; with the sandbox they may only name services beside it. */
const addresses = [
  'GMO_BASE_URL',
  'GMO_SCRIPT_URL',
  'GMO_OPENAPI_BASE_URL',
  'AMAZON_BASE_URL',
  'AMAZON_SCRIPT_URL',
  'AMAZON_ACCOUNT_URL',
  ...providerUrlVariables,
  'LINE_API_URL',
  'LINE_MESSAGING_URL',
  'LIFF_SCRIPT_URL',
  'SMTP_URL',
  'POSTCODE_BASE_URL',
  'RISK_URL',
]

/** Whether a host name leads only to this machine. */
export function isLocalHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return name === '[::1]' || /(^|\.)localhost$/.test(name) || /^127(\.\d{1,3}){3}$/.test(name)
}

/**
 * Reasons, as sentences, why this environment must not be started; empty if it may. With `SANDBOX_URL`: the shop's
 * address must be local or the public opening confirmed, and no real provider may be set. Without it: no secret of the
 * simulators may be set. A clock that people can move, and demo members, must never meet a real card.
 */
export function sandboxProblems(env: Env): string[] {
  const named = Object.keys(simulatorCredentials).filter((name) => env[name])
  if (!env.SANDBOX_URL) {
    const known = named.filter((name) => env[name] === simulatorCredentials[name])
    return known.map((name) => `${name} is the one of the simulators, which everybody knows: set your own.`)
  }
  const foreign = [
    ...addresses.filter((name) => isForeign(env[name], env.SANDBOX_URL!)),
    // An encryption key of one's own does not name a provider.
    ...named.filter(
      (name) => name !== 'SECRET_KEY' && env[name] !== (env[`SANDBOX_${name}`] || simulatorCredentials[name]),
    ),
  ]
  return [...publicObjections(env), ...(foreign.length > 0 ? [mixed(foreign)] : [])]
}

/** The reason, as a sentence, why a real shop's settings must not be used with this database; null if they may. */
export function demoDatabaseProblem(sandboxUrl: string | null, isDemo: boolean, said: string | null): string | null {
  if (sandboxUrl !== null || !isDemo || said === demoDatabaseConfirmation) return null
  return `The database is the demo's and the sandbox is off: ${demoDatabaseConfirmation}. Take an empty database (DATABASE_URL or DATA_DIR), or say DEMO_DATABASE="${demoDatabaseConfirmation}".`
}

/**
 * The reason why the sandbox must not be opened on this database: its simulators would process real customers' orders.
 */
export const liveDatabaseProblem = (sandboxUrl: string | null, isLive: boolean): string | null =>
  sandboxUrl !== null && isLive
    ? 'The database is the one of a shop that sells, and the sandbox is on: say SANDBOX=off and name the real providers, or take another database (DATABASE_URL or DATA_DIR).'
    : null

const mixed = (names: string[]) =>
  `The sandbox is on and real providers are named (${names.join(', ')}); the two are never mixed: say SANDBOX=off, or take these settings away.`

function publicObjections({ PUBLIC_URL, SANDBOX_IN_PUBLIC }: Env): string[] {
  const hostname = PUBLIC_URL ? URL.parse(PUBLIC_URL)?.hostname : 'localhost'
  // A value that is not a URL is reported where PUBLIC_URL is read.
  if (hostname === undefined || isLocalHost(hostname) || SANDBOX_IN_PUBLIC === publicSandboxConfirmation) return []
  return [
    `The sandbox is on and PUBLIC_URL is ${PUBLIC_URL}: ${publicSandboxConfirmation}. For a shop that sells say SANDBOX=off and name the real providers; for a demonstration say SANDBOX_IN_PUBLIC="${publicSandboxConfirmation}".`,
  ]
}

function isForeign(address: string | undefined, sandboxUrl: string): boolean {
  // A path without a host is on the shop's own address.
  if (!address || address.startsWith('/')) return false
  const hostname = URL.parse(address)?.hostname
  return hostname !== undefined && !isLocalHost(hostname) && hostname !== URL.parse(sandboxUrl)?.hostname
}
