import { resolve } from 'node:path'
import type { AmazonSettings } from '@kushi/adapters/amazon/call'
import type { GmoSettings } from '@kushi/adapters/gmo/call'
import type { LineLoginSettings } from '@kushi/adapters/line/line-login'
import type { LoginCodeSettings } from '@kushi/adapters/line/login-code'
import type { LineMessagingSettings } from '@kushi/adapters/line/messaging'
import type { S3Settings } from '@kushi/adapters/picture/s3-store'
import type { Settings } from '@kushi/shop/context'
import { ConfigError, type Env, need, url } from './env.ts'
import type { TrustedProxies } from './http/trusted-proxies.ts'
import { type InvoiceMethod, type InvoiceSettings, readInvoices } from './invoice-providers.ts'
import { productionObjections } from './production-rule.ts'
import { readAmazon } from './read-amazon.ts'
import { sandboxDefaults, sandboxObjections } from './sandbox-rule.ts'
import { collector, readVariables } from './variables.ts'

/** What the environment says, checked once at start. Documented in .env.example. */
export interface Config extends Settings {
  database_url: string
  /** Past the pooler that `database_url` leads to, for what a session keeps; null: there is no pooler. */
  database_direct_url: string | null
  host: string
  port: number
  /** Where Prometheus asks; null: nowhere. */
  metrics_port: number | null
  metrics_host: string
  default_shop_id: number
  /** Host name → shop, for installations with several shops. */
  shop_hosts: Map<string, number>
  /** Base URL of the stand-ins; null in production. */
  sandbox_url: string | null
  /** What was said about opening the demo's database without the sandbox. */
  demo_database: string | null
  /** Behind which proxies the server stands. */
  trust_proxy: TrustedProxies
  /** Connections to the database. */
  db_pool: number
  /** Where the bases of the API are pointed; null: here. */
  api_bases: { common: string | null; shop: string | null; postcode: string | null }
  rate_limit_factor: number
  outbox_keep_days: number
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
  /** 後払い, by method; one that is not in it is not offered. */
  invoices: Map<InvoiceMethod, InvoiceSettings>
  smtp_url: string
  /** Where uploaded pictures lie, unless `s3` names a bucket. */
  picture_folder: string
  /** null: they lie in the folder. */
  s3: S3Settings | null
  /** Encrypt what the database keeps of secrets; the first seals, all open. */
  secret_keys: string[]
  postcode: { base_url: string; api_key: string }
}

/** Campaigns send visitors through LINE's login by redirect, which needs the login channel's secret. */
function readLoginCode(env: Env, sandbox: string | null): LoginCodeSettings | null {
  const login = readLine(env, sandbox).line_login
  const channel_secret = env.LINE_LOGIN_CHANNEL_SECRET || (sandbox ? sandboxDefaults.LINE_LOGIN_CHANNEL_SECRET : null)
  if (login === null || channel_secret === null) return null
  const access = sandbox ? '/sandbox/line/access' : 'https://access.line.me'
  return { ...login, channel_secret, authorize_url: `${access}/oauth2/v2.1/authorize` }
}

/** The Messaging API's channel is another one than the login's, of the same provider. */
function readLineMessaging(env: Env, sandbox: string | null): LineMessagingSettings | null {
  const channel_access_token =
    env.LINE_CHANNEL_ACCESS_TOKEN || (sandbox ? sandboxDefaults.LINE_CHANNEL_ACCESS_TOKEN : null)
  if (channel_access_token === null) return null
  const base_url = url('LINE_MESSAGING_URL', env.LINE_MESSAGING_URL || sandbox || 'https://api.line.me')
  if (new URL(base_url).pathname !== '/') throw new ConfigError('LINE_MESSAGING_URL must be an origin, without a path.')
  const channel_secret =
    env.LINE_CHANNEL_SECRET || (sandbox ? sandboxDefaults.LINE_CHANNEL_SECRET : need(env, 'LINE_CHANNEL_SECRET'))
  return { base_url, channel_access_token, channel_secret }
}

/** LINE is there when it has a LIFF app; the channel's number is the first part of that one's id. */
function readLine(env: Env, sandbox: string | null): Pick<Config, 'line' | 'line_login'> {
  const liff_id = env.LINE_LIFF_ID || (sandbox ? sandboxDefaults.LINE_LIFF_ID : null)
  if (liff_id === null) return { line: null, line_login: null }
  if (!/^\d+-\w+$/.test(liff_id)) throw new ConfigError('LINE_LIFF_ID must look like 1234567890-AbcdEfgh.')
  const bot_id = env.LINE_BOT_ID || (sandbox ? sandboxDefaults.LINE_BOT_ID : need(env, 'LINE_BOT_ID'))
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

/** `SECRET_KEY=new,old`: at least 32 characters each, made by `openssl rand -base64 32`. */
function secretKeys(env: Env, sandbox: string | null): string[] {
  const keys = (env.SECRET_KEY || (sandbox ? sandboxDefaults.SECRET_KEY : need(env, 'SECRET_KEY'))).split(',')
  if (keys.some((key) => key.trim().length < 32)) throw new ConfigError('SECRET_KEY must have 32 characters at least.')
  return keys.map((key) => key.trim())
}

/** @throws ConfigError with everything that is missing or wrong, a sentence each. */
export function readConfig(env: Env): Config {
  const problems = [...sandboxObjections(env), ...productionObjections(env)]
  const own = readVariables(env, problems)
  const part = collector(problems)
  const sandbox = own.SANDBOX_URL ?? null
  const stub = (name: keyof typeof sandboxDefaults) =>
    part(() => env[name] || (sandbox ? sandboxDefaults[name] : need(env, name)))
  const tenant_name = own.GMO_TENANT_NAME ?? (sandbox ? '椿野' : undefined)
  const config: Config = {
    database_url: own.DATABASE_URL,
    database_direct_url: own.DATABASE_DIRECT_URL ?? null,
    db_pool: own.DB_POOL,
    host: own.HOST,
    port: own.PORT,
    metrics_port: own.METRICS_PORT || null,
    metrics_host: own.METRICS_HOST,
    public_url: own.PUBLIC_URL ?? `http://localhost:${own.PORT}`,
    image_api: own.IMAGE_API,
    picture_folder: resolve(import.meta.dirname, '../../..', own.DATA_DIR, 'pictures'),
    s3: own.S3_BUCKET ? { bucket: own.S3_BUCKET, region: own.S3_REGION, endpoint: own.S3_ENDPOINT ?? null } : null,
    default_shop_id: own.SHOP_ID,
    shop_hosts: own.SHOP_HOSTS ?? new Map(),
    sandbox_url: sandbox,
    demo_database: env.DEMO_DATABASE || null,
    trust_proxy: own.TRUST_PROXY,
    api_bases: {
      common: own.API_COMMON_URL ?? null,
      shop: own.API_SHOP_URL ?? null,
      postcode: own.API_POSTCODE_URL ?? null,
    },
    rate_limit_factor: own.RATE_LIMIT_FACTOR,
    outbox_keep_days: own.OUTBOX_KEEP_DAYS,
    log_level: own.LOG_LEVEL,
    development: env.NODE_ENV === 'development',
    gmo: {
      base_url: part(() =>
        url('GMO_BASE_URL', env.GMO_BASE_URL || (sandbox ? `${sandbox}/sandbox/gmo` : need(env, 'GMO_BASE_URL'))),
      ),
      shop_id: stub('GMO_SHOP_ID'),
      shop_pass: stub('GMO_SHOP_PASS'),
      site_id: stub('GMO_SITE_ID'),
      site_pass: stub('GMO_SITE_PASS'),
      ...(tenant_name === undefined ? {} : { tenant_name }),
    },
    payment_shop_id: stub('GMO_API_KEY'),
    payment_public_key: env.GMO_PUBLIC_KEY || null,
    payment_live_flag: env.GMO_STAGING !== '1',
    payment_script_url: env.GMO_SCRIPT_URL || (sandbox ? '/sandbox/gmo/ext/js/token.js' : null),
    tag_manager_id: own.TAG_MANAGER_ID ?? null,
    ...part(() => readLine(env, sandbox)),
    login_code: part(() => readLoginCode(env, sandbox)),
    line_messaging: part(() => readLineMessaging(env, sandbox)),
    ...part(() => readAmazon(env, sandbox)),
    invoices: part(() => readInvoices(env, sandbox)),
    smtp_url: own.SMTP_URL,
    secret_keys: part(() => secretKeys(env, sandbox)),
    postcode: {
      base_url: part(() =>
        url(
          'POSTCODE_BASE_URL',
          env.POSTCODE_BASE_URL || (sandbox ? `${sandbox}/sandbox/postcode-jp` : 'https://apis.postcode-jp.com'),
        ),
      ),
      api_key: stub('POSTCODE_API_KEY'),
    },
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'))
  return config
}
