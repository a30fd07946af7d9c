import { type DeferredCodes, readDeferredCodes } from '@kushi/adapters/gmo-deferred/codes'
import { gmoDeferredPayment } from '@kushi/adapters/gmo-deferred/gmo-deferred'
import { npPayment } from '@kushi/adapters/np/np'
import type { PaymentPort } from '@kushi/shop/ports/payment-port'
import { CARRIERS, type Carrier } from '@kushi/values/carrier'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { AccountKind } from '@kushi/values/shop-account'
import { ConfigError, type Env, url } from './env.ts'

/**
 * Providers of 後払い, which examine, pay and bill in the shop's place. `prefix`: the variables are `<prefix>_BASE_URL`,
 * `<prefix>_CARRIERS` and one for each of its `credentials`, listed here with the values that the stand-in accepts; `table`: the error
 * codes that it invents, where a provider's come with the contract (`<prefix>_CODES`, not required).
 * The server's ports, the source and the test of an account, and the variables that are required follow from this list.
 */
export const invoiceProviders = [
  {
    method: PAYMENT_METHOD.np,
    kind: 'np',
    prefix: 'NP',
    stand_in: '/sandbox/np/v1',
    credentials: { MERCHANT_CODE: 'sandbox-merchant', SP_CODE: 'sandbox-sp-code', TERMINAL_ID: '9999999901' },
    table: '',
    carriers: 'yamato=59020,sagawa=50000,japan_post=59040',
    port: ({ credential, codes: _, ...settings }: InvoiceSettings): PaymentPort =>
      npPayment({
        ...settings,
        merchant_code: credential('MERCHANT_CODE'),
        sp_code: credential('SP_CODE'),
        terminal_id: credential('TERMINAL_ID'),
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
    table: 'unknown=CT9040,cancelled=CT9041,shipped=CT9042,not_shipped=CT9043,paid=CT9045,party=CT902*',
    carriers: 'yamato=12,sagawa=11,japan_post=16',
    port: ({ credential, codes, ...settings }: InvoiceSettings): PaymentPort =>
      gmoDeferredPayment({
        ...settings,
        codes,
        authentication_id: credential('AUTHENTICATION_ID'),
        shop_code: credential('SHOP_CODE'),
        connect_password: credential('CONNECT_PASSWORD'),
      }),
  },
] as const satisfies readonly { kind: AccountKind; [property: string]: unknown }[]

type InvoiceProvider = (typeof invoiceProviders)[number]
export type InvoiceMethod = InvoiceProvider['method']
type InvoiceKind = InvoiceProvider['kind']

/** Something of each provider, by its kind of account. */
export const byInvoiceKind = <T>(of: (provider: InvoiceProvider) => T): Record<InvoiceKind, T> =>
  Object.fromEntries(invoiceProviders.map((provider) => [provider.kind, of(provider)])) as Record<InvoiceKind, T>

/** The ports of the providers that are set up. */
export const invoicePorts = (invoices: ReadonlyMap<InvoiceMethod, InvoiceSettings>) =>
  invoiceProviders.flatMap(({ method, port }) => {
    const settings = invoices.get(method)
    return settings ? [[method, port(settings)] as const] : []
  })

/** Credentials that the stand-ins accept, by variable. */
export const invoiceDefaults: Record<string, string> = Object.fromEntries(
  invoiceProviders.flatMap(({ prefix, credentials }) =>
    Object.entries(credentials).map(([name, value]) => [`${prefix}_${name}`, value]),
  ),
)
/** Variables that hold the base URLs. */
export const invoiceAddresses = invoiceProviders.map(({ prefix }) => `${prefix}_BASE_URL`)

export interface InvoiceSettings {
  base_url: string
  /** 運送会社コード for every carrier of the shop, so that every parcel sent can be reported. */
  carriers: Record<Carrier, string>
  /** Error codes of the provider; empty: none are known. */
  codes: DeferredCodes
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
  for (const { method, kind, prefix, stand_in, ...stub } of invoiceProviders) {
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
      codes:
        stub.table === '' ? {} : errorCodes(`${prefix}_CODES`, env[`${prefix}_CODES`] || (sandbox ? stub.table : '')),
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

function errorCodes(name: string, text: string): DeferredCodes {
  const codes = text === '' ? {} : readDeferredCodes(text)
  if (codes === null) throw new ConfigError(`${name} must look like unknown=E1,cancelled=E2,party=E20*.`)
  return codes
}
