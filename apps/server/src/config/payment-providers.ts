import { readDeferredCodes } from '@kushi/adapters/gmo-deferred/codes'
import { gmoDeferredPayment } from '@kushi/adapters/gmo-deferred/gmo-deferred'
import { npPayment } from '@kushi/adapters/np/np'
import { paidyPayments } from '@kushi/adapters/paidy/payments'
import { paypayPayments } from '@kushi/adapters/paypay/payments'
import type { PaidyClient } from '@kushi/shop/context'
import type { PaymentPort } from '@kushi/shop/ports/payment-port'
import { CARRIERS, type Carrier } from '@kushi/values/carrier'
import { PAYMENT_METHOD, type PaymentMethodId } from '@kushi/values/payment-method'
import type { ProviderAccountKind } from '@kushi/values/shop-account'
import { ConfigError, checkedUrl, type Env } from './env.ts'

/** The settings of a provider. A variable that no row names is ''. */
interface ProviderSettings {
  base_url: string
  of(name: string): string
}

/** 公開キー that the simulator of Paidy accepts. */
const SANDBOX_PAIDY_KEY = 'pk_test_sandbox'

/**
 * Providers that are an address and some variables. `prefix`: the variables are `<prefix>_BASE_URL` and one for each of its
 * `credentials`, listed here with the values that the simulator accepts. `carriers`: also `<prefix>_CARRIERS`; `optional`: and
 * these, which are not required.
 * The server's ports, the source and the test of an account, and the variables that are required follow from this list.
 */
export const paymentProviders = [
  {
    method: PAYMENT_METHOD.np,
    kind: 'np',
    prefix: 'NP',
    stand_in: '/sandbox/np/v1',
    credentials: { MERCHANT_CODE: 'sandbox-merchant', SP_CODE: 'sandbox-sp-code', TERMINAL_ID: '9999999901' },
    carriers: 'yamato=59020,sagawa=50000,japan_post=59040',
    optional: {},
    port: ({ base_url, of }: ProviderSettings): PaymentPort =>
      npPayment({
        base_url,
        carriers: carriers('NP_CARRIERS', of('CARRIERS')),
        merchant_code: of('MERCHANT_CODE'),
        sp_code: of('SP_CODE'),
        terminal_id: of('TERMINAL_ID'),
      }),
  },
  {
    method: PAYMENT_METHOD.deferred,
    kind: 'gmo_deferred',
    prefix: 'GMO_DEFERRED',
    stand_in: '/sandbox/gmo-deferred',
    credentials: {
      AUTHENTICATION_ID: 'sandbox-auth',
      SHOP_CODE: 'sandbox-shop',
      CONNECT_PASSWORD: 'sandbox-connect',
    },
    carriers: 'yamato=12,sagawa=11,japan_post=16',
    // Its codes come with the contract; the simulator invents them.
    optional: {
      CODES: 'unknown=CT9040,cancelled=CT9041,shipped=CT9042,not_shipped=CT9043,paid=CT9045,party=CT902*',
    },
    port: ({ base_url, of }: ProviderSettings): PaymentPort =>
      gmoDeferredPayment({
        base_url,
        carriers: carriers('GMO_DEFERRED_CARRIERS', of('CARRIERS')),
        codes: errorCodes('GMO_DEFERRED_CODES', of('CODES')),
        authentication_id: of('AUTHENTICATION_ID'),
        shop_code: of('SHOP_CODE'),
        connect_password: of('CONNECT_PASSWORD'),
      }),
  },
  {
    method: PAYMENT_METHOD.paypay,
    kind: 'paypay',
    prefix: 'PAYPAY',
    stand_in: '/sandbox/paypay',
    credentials: {
      API_KEY: 'sandbox-paypay-key',
      API_SECRET: 'sandbox-paypay-secret',
      MERCHANT_ID: '100000000000000001',
    },
    carriers: '',
    optional: { AUTHORIZATION_DAYS: '' },
    port: ({ base_url, of }: ProviderSettings): PaymentPort =>
      paypayPayments({
        base_url,
        api_key: of('API_KEY'),
        api_secret: of('API_SECRET'),
        merchant_id: of('MERCHANT_ID'),
        authorization_days: days('PAYPAY_AUTHORIZATION_DAYS', of('AUTHORIZATION_DAYS')),
      }),
  },
  {
    method: PAYMENT_METHOD.paidy,
    kind: 'paidy',
    prefix: 'PAIDY',
    stand_in: '/sandbox/paidy',
    credentials: { PUBLIC_KEY: SANDBOX_PAIDY_KEY, SECRET_KEY: 'sk_test_sandbox' },
    carriers: '',
    optional: {},
    port: ({ base_url, of }: ProviderSettings): PaymentPort =>
      paidyPayments({
        base_url,
        public_key: paidyKey('PAIDY_PUBLIC_KEY', of('PUBLIC_KEY')),
        secret_key: pairedKey(of('PUBLIC_KEY'), of('SECRET_KEY')),
      }),
  },
] as const satisfies readonly { method: PaymentMethodId; kind: ProviderAccountKind; [property: string]: unknown }[]

type PaymentProvider = (typeof paymentProviders)[number]
type ProviderMethod = PaymentProvider['method']
type ProviderKind = PaymentProvider['kind']
/** The ports of the providers that are set up, by method. They open no connection before they are used. */
export type ProviderPorts = ReadonlyMap<ProviderMethod, PaymentPort>

/** Builds a record with one value for each provider, by the provider's kind of account. */
export const mapProviderKinds = <T>(of: (provider: PaymentProvider) => T): Record<ProviderKind, T> =>
  Object.fromEntries(paymentProviders.map((provider) => [provider.kind, of(provider)])) as Record<ProviderKind, T>

/** Credentials that the simulators accept, by variable. */
export const sandboxProviderDefaults: Record<string, string> = Object.fromEntries(
  paymentProviders.flatMap(({ prefix, credentials }) =>
    Object.entries(credentials).map(([name, value]) => [`${prefix}_${name}`, value]),
  ),
)
/** Variables that hold the base URLs. */
export const providerUrlVariables = paymentProviders.map(({ prefix }) => `${prefix}_BASE_URL`)

/**
 * Reads the providers of `kinds` that are set up: with the simulators, or where the base URL is set; then all other
 * variables are required.
 * @throws ConfigError
 */
export function readPaymentProviders(
  env: Env,
  sandbox: string | null,
  kinds: ReadonlySet<ProviderAccountKind>,
): ProviderPorts {
  const found = new Map<ProviderMethod, PaymentPort>()
  for (const { method, kind, prefix, stand_in, port, ...stub } of paymentProviders) {
    if (!kinds.has(kind)) continue
    const base = env[`${prefix}_BASE_URL`] || (sandbox && `${sandbox}${stand_in}`)
    if (!base) continue
    const required = { ...stub.credentials, ...(stub.carriers ? { CARRIERS: stub.carriers } : {}) }
    const values = new Map<string, string>()
    for (const [name, standard] of Object.entries(required)) {
      const value = env[`${prefix}_${name}`] || (sandbox ? standard : undefined)
      if (!value) throw new ConfigError(`${prefix}_${name} is not set.`)
      values.set(name, value)
    }
    for (const [name, standard] of Object.entries(stub.optional))
      values.set(name, env[`${prefix}_${name}`] || (sandbox ? standard : ''))
    found.set(method, port({ base_url: checkedUrl(`${prefix}_BASE_URL`, base), of: (name) => values.get(name) ?? '' }))
  }
  return found
}

/** @throws ConfigError for a key of another kind: nobody but our server may have the 秘密キー */
function paidyKey(name: 'PAIDY_PUBLIC_KEY' | 'PAIDY_SECRET_KEY', value: string): string {
  const begins = name === 'PAIDY_PUBLIC_KEY' ? 'pk_' : 'sk_'
  if (!value.startsWith(begins)) throw new ConfigError(`${name} must begin with ${begins}.`)
  return value
}

function pairedKey(public_key: string, value: string): string {
  const secret_key = paidyKey('PAIDY_SECRET_KEY', value)
  if (public_key.startsWith('pk_test_') !== secret_key.startsWith('sk_test_'))
    throw new ConfigError('PAIDY_SECRET_KEY must be the key of PAIDY_PUBLIC_KEY: one is for tests.')
  return secret_key
}

/** The data that the browser needs for Paidy's window, if its provider is set up. @throws ConfigError */
export function readPaidyConfig(env: Env, sandbox: string | null): PaidyClient | null {
  if (!env.PAIDY_BASE_URL && !sandbox) return null
  const public_key = paidyKey('PAIDY_PUBLIC_KEY', env.PAIDY_PUBLIC_KEY || (sandbox ? SANDBOX_PAIDY_KEY : ''))
  const isOwn = !env.PAIDY_BASE_URL || (sandbox !== null && env.PAIDY_BASE_URL.startsWith(sandbox))
  return { public_key, script_url: isOwn ? '/sandbox/paidy/paidy.js' : 'https://apps.paidy.com/' }
}

function carriers(name: string, text: string): Record<Carrier, string> {
  const codes = Object.fromEntries(text.split(',').map((pair) => pair.trim().split('=')))
  if (CARRIERS.some((carrier) => !codes[carrier]))
    throw new ConfigError(`${name} must look like ${CARRIERS.map((carrier, n) => `${carrier}=${n + 1}`).join(',')}.`)
  return codes
}

function errorCodes(name: string, text: string) {
  const codes = text === '' ? {} : readDeferredCodes(text)
  if (codes === null) throw new ConfigError(`${name} must look like unknown=E1,cancelled=E2,party=E20*.`)
  return codes
}

function days(name: string, text: string): number | undefined {
  if (text === '') return undefined
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new ConfigError(`${name} must be a number of days, 1 to 999.`)
  return Number(text)
}
