import type { AmazonSettings } from '@kushi/adapters/amazon/call'
import type { GmoSettings } from '@kushi/adapters/gmo/call'
import type { LineLoginSettings } from '@kushi/adapters/line/line-login'
import type { LoginCodeSettings } from '@kushi/adapters/line/login-code'
import type { LineMessagingSettings } from '@kushi/adapters/line/messaging'
import type { Settings } from '@kushi/shop/context'
import { ConfigError, type Env, need, url } from './env.ts'
import { readAmazon } from './read-amazon.ts'
import { type DeferredConfig, readDeferred } from './read-deferred.ts'

/** What the environment says, checked once at start. Documented in .env.example. */
export interface Config extends Settings, DeferredConfig {
  database_url: string
  host: string
  port: number
  default_shop_id: number
  /** Host name → shop, for installations with several shops. */
  shop_hosts: Map<string, number>
  /** Base URL of the stand-ins; null in production. */
  sandbox_url: string | null
  trust_proxy: boolean
  rate_limit_factor: number
  log_level: string
  development: boolean
  gmo: GmoSettings
  /** null: no LINE channel. */
  line_login: LineLoginSettings | null
  /** null: no campaign can lead through LINE's login. */
  login_code: LoginCodeSettings | null
  /** null: no official account that could say or hear anything. */
  line_messaging: LineMessagingSettings | null
  /** null: Amazon Pay is not offered. */
  amazon_api: AmazonSettings | null
  smtp_url: string
  postcode: { base_url: string; api_key: string }
}

const whole = (env: Env, name: string, standard: number): number => {
  const value = Number(env[name] || standard)
  if (!Number.isInteger(value) || value < 0) throw new ConfigError(`${name} must be a whole number.`)
  return value
}
function shopHosts(text: string): Map<string, number> {
  const hosts = new Map<string, number>()
  for (const pair of text.split(',').filter(Boolean)) {
    const [host, id] = pair.split('=')
    if (!host || !Number.isInteger(Number(id))) throw new ConfigError('SHOP_HOSTS must look like host=3,other=4.')
    hosts.set(host.trim().toLowerCase(), Number(id))
  }
  return hosts
}

/** 9 characters of Japanese are what GMO has room for. */
function tenantName(name: string): { tenant_name?: string } {
  if (name.length > 9) throw new ConfigError('GMO_TENANT_NAME must have 9 characters at most.')
  return name ? { tenant_name: name } : {}
}

/** Campaigns send visitors through LINE's login by redirect, which needs the login channel's secret. */
function readLoginCode(env: Env, sandbox: string | null): LoginCodeSettings | null {
  const login = readLine(env, sandbox).line_login
  const channel_secret = env.LINE_LOGIN_CHANNEL_SECRET || (sandbox ? 'sandbox-line-login-secret-000000' : null)
  if (login === null || channel_secret === null) return null
  const access = sandbox ? '/sandbox/line/access' : 'https://access.line.me'
  return { ...login, channel_secret, authorize_url: `${access}/oauth2/v2.1/authorize` }
}

/** The Messaging API's channel is another one than the login's, of the same provider. */
function readLineMessaging(env: Env, sandbox: string | null): LineMessagingSettings | null {
  const channel_access_token = env.LINE_CHANNEL_ACCESS_TOKEN || (sandbox ? 'sandbox-line-channel-access-token' : null)
  if (channel_access_token === null) return null
  const base_url = url('LINE_MESSAGING_URL', env.LINE_MESSAGING_URL || sandbox || 'https://api.line.me')
  if (new URL(base_url).pathname !== '/') throw new ConfigError('LINE_MESSAGING_URL must be an origin, without a path.')
  const channel_secret =
    env.LINE_CHANNEL_SECRET || (sandbox ? 'sandbox-line-channel-secret-0000' : need(env, 'LINE_CHANNEL_SECRET'))
  return { base_url, channel_access_token, channel_secret }
}

function tagManagerId(id: string): string | null {
  if (id && !/^GTM-[A-Z0-9]{4,12}$/.test(id)) throw new ConfigError('TAG_MANAGER_ID must look like GTM-ABC123.')
  return id || null
}

/** LINE is there when it has a LIFF app; the channel's number is the first part of that one's id. */
function readLine(env: Env, sandbox: string | null): Pick<Config, 'line' | 'line_login'> {
  const liff_id = env.LINE_LIFF_ID || (sandbox ? '2000000001-Tsubakin' : null)
  if (liff_id === null) return { line: null, line_login: null }
  if (!/^\d+-\w+$/.test(liff_id)) throw new ConfigError('LINE_LIFF_ID must look like 1234567890-AbcdEfgh.')
  const bot_id = env.LINE_BOT_ID || (sandbox ? '@000tsbkn' : need(env, 'LINE_BOT_ID'))
  const api = env.LINE_API_URL || (sandbox ? `${sandbox}/sandbox/line/api` : 'https://api.line.me')
  return {
    line: {
      liff_id,
      liff_script_url: env.LIFF_SCRIPT_URL || (sandbox ? '/sandbox/line/sdk.js' : null),
      bot_id,
      friend_url: `${sandbox ? '/sandbox/line/friend' : 'https://line.me/R/ti/p'}/${encodeURIComponent(bot_id)}`,
      account_link_url: `${sandbox ? '/sandbox/line/access' : 'https://access.line.me'}/dialog/bot/accountLink`,
    },
    line_login: {
      base_url: url('LINE_API_URL', api),
      channel_id: env.LINE_LOGIN_CHANNEL_ID || liff_id.split('-')[0]!,
    },
  }
}

/** @throws ConfigError naming the variable that is missing or wrong. */
export function readConfig(env: Env): Config {
  const port = whole(env, 'PORT', 3000)
  if (port > 65_535) throw new ConfigError('PORT must be 65535 at most.')
  const sandbox = env.SANDBOX_URL ? url('SANDBOX_URL', env.SANDBOX_URL) : null
  return {
    database_url: need(env, 'DATABASE_URL'),
    host: env.HOST || '127.0.0.1',
    port,
    public_url: url('PUBLIC_URL', env.PUBLIC_URL || `http://localhost:${port}`),
    image_api: env.IMAGE_API || '/sh/pictures/',
    default_shop_id: whole(env, 'SHOP_ID', 2),
    shop_hosts: shopHosts(env.SHOP_HOSTS ?? (sandbox ? 'wholesale.localhost=3' : '')),
    sandbox_url: sandbox,
    trust_proxy: env.TRUST_PROXY === '1',
    rate_limit_factor: whole(env, 'RATE_LIMIT_FACTOR', 1),
    log_level: env.LOG_LEVEL || 'info',
    development: env.NODE_ENV === 'development',
    gmo: {
      base_url: url(
        'GMO_BASE_URL',
        env.GMO_BASE_URL || (sandbox ? `${sandbox}/sandbox/gmo` : need(env, 'GMO_BASE_URL')),
      ),
      shop_id: env.GMO_SHOP_ID || (sandbox ? 'tshop00000001' : need(env, 'GMO_SHOP_ID')),
      shop_pass: env.GMO_SHOP_PASS || (sandbox ? 'sandboxpas' : need(env, 'GMO_SHOP_PASS')),
      site_id: env.GMO_SITE_ID || (sandbox ? 'tsite00000001' : need(env, 'GMO_SITE_ID')),
      site_pass: env.GMO_SITE_PASS || (sandbox ? 'sandboxsit' : need(env, 'GMO_SITE_PASS')),
      ...tenantName(env.GMO_TENANT_NAME || (sandbox ? '椿野' : '')),
    },
    payment_shop_id: env.GMO_API_KEY || (sandbox ? 'sandbox-api-key' : need(env, 'GMO_API_KEY')),
    payment_public_key: env.GMO_PUBLIC_KEY || null,
    payment_live_flag: env.GMO_STAGING !== '1',
    payment_script_url: env.GMO_SCRIPT_URL || (sandbox ? '/sandbox/gmo/ext/js/token.js' : null),
    tag_manager_id: tagManagerId(env.TAG_MANAGER_ID ?? ''),
    ...readLine(env, sandbox),
    login_code: readLoginCode(env, sandbox),
    line_messaging: readLineMessaging(env, sandbox),
    ...readAmazon(env, sandbox),
    ...readDeferred(env, sandbox),
    smtp_url: need(env, 'SMTP_URL'),
    postcode: {
      base_url: url(
        'POSTCODE_BASE_URL',
        env.POSTCODE_BASE_URL || (sandbox ? `${sandbox}/sandbox/postcode-jp` : 'https://apis.postcode-jp.com'),
      ),
      api_key: env.POSTCODE_API_KEY || (sandbox ? 'sandbox-api-key' : need(env, 'POSTCODE_API_KEY')),
    },
  }
}
