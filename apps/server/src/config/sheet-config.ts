import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { ApplePaySettings } from '@kushi/adapters/apple-pay/merchant-session'
import type { ApplePayClient, GooglePayClient } from '@kushi/shop/context'
import { SHEET_BRANDS, type SheetBrand } from '@kushi/values/payment-method'
import { ConfigError, type Env, requireVariable } from './env.ts'

const NAME_LENGTH = 64

function nameOf(variable: string, value: string): string {
  if (value.length > NAME_LENGTH) throw new ConfigError(`${variable} must have ${NAME_LENGTH} characters at most.`)
  return value
}

/** Which the contract with GMO accepts. */
function brandsOf(env: Env, variable: string): SheetBrand[] {
  const all = SHEET_BRANDS.join(',')
  return (env[variable] || all).split(',').map((one) => {
    const found = SHEET_BRANDS.find((brand) => brand === one.trim().toLowerCase())
    if (!found) throw new ConfigError(`${variable} must look like ${all}.`)
    return found
  })
}

interface ApplePay {
  apple_pay_api: ApplePaySettings | null
  apple_pay: ApplePayClient | null
  apple_pay_domain_file: string | null
}

/**
 * Apple Pay is offered if the shop has a merchant id for it. With the simulator, which asks for no certificate, it is there.
 * @throws ConfigError
 */
export function readApplePayConfig(env: Env, sandbox: string | null): ApplePay {
  const own = env.APPLE_PAY_MERCHANT_ID
  if (!own && !sandbox) return { apple_pay_api: null, apple_pay: null, apple_pay_domain_file: null }
  const merchant_id = own || 'merchant.sandbox.tsubakino'
  if (!/^merchant\.[\w.-]+$/.test(merchant_id))
    throw new ConfigError('APPLE_PAY_MERCHANT_ID must look like merchant.jp.example.')
  const name = nameOf(
    'APPLE_PAY_NAME',
    env.APPLE_PAY_NAME || (sandbox ? '椿野' : requireVariable(env, 'APPLE_PAY_NAME')),
  )
  return {
    apple_pay_api: {
      merchant_id,
      name,
      identity: sandbox ? null : identityOf(env),
      stand_in_url: sandbox && `${sandbox}/sandbox/gmo-openapi/apple-pay`,
    },
    apple_pay: {
      name,
      brands: brandsOf(env, 'APPLE_PAY_BRANDS'),
      script_url: sandbox ? '/sandbox/gmo-openapi/apple-pay.js' : null,
    },
    apple_pay_domain_file: env.APPLE_PAY_DOMAIN_FILE || null,
  }
}

function identityOf(env: Env): { cert: string; key: string } {
  const pem = (name: string) => requireVariable(env, name).replaceAll('\\n', '\n')
  const cert = pem('APPLE_PAY_CERTIFICATE')
  const key = pem('APPLE_PAY_PRIVATE_KEY')
  const read = <T>(name: string, make: () => T): T => {
    try {
      return make()
    } catch {
      throw new ConfigError(`${name} must be PEM.`)
    }
  }
  const certificate = read('APPLE_PAY_CERTIFICATE', () => new X509Certificate(cert))
  const private_key = read('APPLE_PAY_PRIVATE_KEY', () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(private_key))
    throw new ConfigError('APPLE_PAY_PRIVATE_KEY must be the key of APPLE_PAY_CERTIFICATE.')
  return { cert, key }
}

/**
 * Google Pay is offered if the shop has a merchant id for it. With the simulator it is there. `shop_id`: of the account of the cards.
 * @throws ConfigError
 */
export function readGooglePayConfig(env: Env, sandbox: string | null, shop_id: string): GooglePayClient | null {
  const own = env.GOOGLE_PAY_MERCHANT_ID
  if (!own && !sandbox) return null
  const environment = env.GOOGLE_PAY_ENVIRONMENT || (sandbox ? 'TEST' : 'PRODUCTION')
  if (environment !== 'TEST' && environment !== 'PRODUCTION')
    throw new ConfigError('GOOGLE_PAY_ENVIRONMENT must be PRODUCTION or TEST.')
  const auth_methods = (env.GOOGLE_PAY_AUTH_METHODS || 'PAN_ONLY,CRYPTOGRAM_3DS').split(',')
  if (!auth_methods.every((one) => one === 'PAN_ONLY' || one === 'CRYPTOGRAM_3DS'))
    throw new ConfigError('GOOGLE_PAY_AUTH_METHODS must be PAN_ONLY,CRYPTOGRAM_3DS or CRYPTOGRAM_3DS.')
  return {
    merchant_id: own || 'BCR2DN0000000000',
    name: nameOf(
      'GOOGLE_PAY_NAME',
      env.GOOGLE_PAY_NAME || (sandbox ? '椿野' : requireVariable(env, 'GOOGLE_PAY_NAME')),
    ),
    brands: brandsOf(env, 'GOOGLE_PAY_BRANDS'),
    auth_methods,
    environment,
    // Not published.
    gateway: env.GOOGLE_PAY_GATEWAY || 'gmopg',
    gateway_merchant_id: env.GOOGLE_PAY_GATEWAY_MERCHANT_ID || shop_id,
    script_url: sandbox ? '/sandbox/gmo-openapi/google-pay.js' : 'https://pay.google.com/gp/p/js/pay.js',
  }
}
