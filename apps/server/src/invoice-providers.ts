import { CARRIERS, type Carrier } from '@kushi/values/carrier'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { AccountKind } from '@kushi/values/shop-account'
import { ConfigError, type Env, url } from './env.ts'

/**
 * Providers of 後払い, which examine, pay and bill in the shop's place. `prefix`: the variables are `<prefix>_BASE_URL`,
 * `<prefix>_CARRIERS` and one for each of its `credentials`, listed here with the values that the stand-in accepts.
 * Another provider needs a line here and one in make-ports.ts.
 */
const providers = [
  {
    method: PAYMENT_METHOD.np,
    kind: 'np',
    prefix: 'NP',
    stand_in: '/sandbox/np/v1',
    credentials: { MERCHANT_CODE: 'sandbox-merchant', SP_CODE: 'sandbox-sp-code', TERMINAL_ID: '9999999901' },
    carriers: 'yamato=59020,sagawa=50000,japan_post=59040',
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
  },
] as const

export type InvoiceMethod = (typeof providers)[number]['method']

/** Credentials that the stand-ins accept, by variable. */
export const invoiceDefaults: Record<string, string> = Object.fromEntries(
  providers.flatMap(({ prefix, credentials }) =>
    Object.entries(credentials).map(([name, value]) => [`${prefix}_${name}`, value]),
  ),
)
/** Variables that hold the base URLs. */
export const invoiceAddresses = providers.map(({ prefix }) => `${prefix}_BASE_URL`)

export interface InvoiceSettings {
  base_url: string
  /** 運送会社コード for every carrier of the shop, so that every parcel sent can be reported. */
  carriers: Record<Carrier, string>
  credential(name: string): string
}

/**
 * Reads the providers of `kinds` that are set up: with the stand-ins, or where the base URL is set; then all other
 * variables are required.
 * @throws ConfigError
 */
export function readInvoices(
  env: Env,
  sandbox: string | null,
  kinds: ReadonlySet<AccountKind>,
): Map<InvoiceMethod, InvoiceSettings> {
  const found = new Map<InvoiceMethod, InvoiceSettings>()
  for (const { method, kind, prefix, stand_in, ...stub } of providers) {
    if (!kinds.has(kind)) continue
    const base = env[`${prefix}_BASE_URL`] || (sandbox && `${sandbox}${stand_in}`)
    if (!base) continue
    const read = (name: string, standard: string | undefined): string => {
      const value = env[`${prefix}_${name}`] || (sandbox ? standard : undefined)
      if (!value) throw new ConfigError(`${prefix}_${name} is not set.`)
      return value
    }
    const values = new Map(Object.entries(stub.credentials).map(([name, value]) => [name, read(name, value)]))
    found.set(method, {
      base_url: url(`${prefix}_BASE_URL`, base),
      carriers: carriers(`${prefix}_CARRIERS`, read('CARRIERS', stub.carriers)),
      credential: (name) => values.get(name)!,
    })
  }
  return found
}

function carriers(name: string, text: string): Record<Carrier, string> {
  const codes = Object.fromEntries(text.split(',').map((pair) => pair.trim().split('=')))
  if (CARRIERS.some((carrier) => !codes[carrier]))
    throw new ConfigError(`${name} must look like ${CARRIERS.map((carrier, n) => `${carrier}=${n + 1}`).join(',')}.`)
  return codes
}
