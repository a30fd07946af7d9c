import type { GmoDeferredSettings } from '@kushi/adapters/gmo-deferred/call'
import type { NpSettings } from '@kushi/adapters/np/call'
import { CARRIERS, type Carrier } from '@kushi/values/carrier'
import { ConfigError, type Env, url } from './env.ts'
import { sandboxDefaults } from './sandbox-rule.ts'

export interface DeferredConfig {
  /** null: this way to pay is not offered. */
  np: NpSettings | null
  gmo_deferred: GmoDeferredSettings | null
}

/** A provider is there with the stand-ins, or when its base URL is named; then everything of it must be. */
export function readDeferred(env: Env, sandbox: string | null): DeferredConfig {
  const settings = (prefix: string, stub: Record<string, string>) => {
    const base = env[`${prefix}_BASE_URL`] || stub.BASE_URL
    if (!base) return null
    return (name: string): string => {
      const value = name === 'BASE_URL' ? base : env[`${prefix}_${name}`] || stub[name]
      if (!value) throw new ConfigError(`${prefix}_${name} is not set.`)
      return value
    }
  }
  const np = settings('NP', sandbox === null ? {} : { BASE_URL: `${sandbox}/sandbox/np/v1`, ...npStub })
  const gmo = settings(
    'GMO_DEFERRED',
    sandbox === null ? {} : { BASE_URL: `${sandbox}/sandbox/gmo-deferred`, ...gmoStub },
  )
  return {
    np: np && {
      base_url: url('NP_BASE_URL', np('BASE_URL')),
      merchant_code: np('MERCHANT_CODE'),
      sp_code: np('SP_CODE'),
      terminal_id: np('TERMINAL_ID'),
      carriers: carriers('NP_CARRIERS', np('CARRIERS')),
    },
    gmo_deferred: gmo && {
      base_url: url('GMO_DEFERRED_BASE_URL', gmo('BASE_URL')),
      authentication_id: gmo('AUTHENTICATION_ID'),
      shop_code: gmo('SHOP_CODE'),
      connect_password: gmo('CONNECT_PASSWORD'),
      carriers: carriers('GMO_DEFERRED_CARRIERS', gmo('CARRIERS')),
    },
  }
}

const npStub = {
  MERCHANT_CODE: sandboxDefaults.NP_MERCHANT_CODE,
  SP_CODE: sandboxDefaults.NP_SP_CODE,
  TERMINAL_ID: sandboxDefaults.NP_TERMINAL_ID,
  CARRIERS: 'yamato=59020,sagawa=50000,japan_post=59040',
}
const gmoStub = {
  AUTHENTICATION_ID: sandboxDefaults.GMO_DEFERRED_AUTHENTICATION_ID,
  SHOP_CODE: sandboxDefaults.GMO_DEFERRED_SHOP_CODE,
  CONNECT_PASSWORD: sandboxDefaults.GMO_DEFERRED_CONNECT_PASSWORD,
  CARRIERS: 'yamato=12,sagawa=11,japan_post=16',
}

/** 運送会社コード for every carrier that the shop ships with: a parcel must not leave that can't be reported. */
function carriers(name: string, text: string): Record<Carrier, string> {
  const codes = Object.fromEntries(text.split(',').map((pair) => pair.trim().split('=')))
  if (CARRIERS.some((carrier) => !codes[carrier]))
    throw new ConfigError(`${name} must look like ${CARRIERS.map((carrier, n) => `${carrier}=${n + 1}`).join(',')}.`)
  return codes
}
