import { resolve } from 'node:path'
import type { AmazonSettings } from '@kushi/adapters/amazon/call'
import type { ApplePaySettings } from '@kushi/adapters/apple-pay/merchant-session'
import type { GmoSettings } from '@kushi/adapters/gmo/call'
import type { GmoOpenApiSettings } from '@kushi/adapters/gmo-openapi/call'
import type { LineLoginSettings } from '@kushi/adapters/line/line-login'
import type { LineLoginCodeSettings } from '@kushi/adapters/line/login-code'
import type { LineMessagingSettings } from '@kushi/adapters/line/messaging'
import type { S3Settings } from '@kushi/adapters/picture/s3-store'
import type { HttpRiskConfig } from '@kushi/adapters/risk/http-risk'
import type { Settings } from '@kushi/shop/context'
import { PROVIDER_ACCOUNT_KINDS, type ProviderAccountKind } from '@kushi/values/shop-account'
import type { TrustedProxies } from '../http/guards/trusted-proxies.ts'
import { readAmazonConfig } from './amazon-config.ts'
import { ConfigError, checkedUrl, type Env, requireVariable } from './env.ts'
import { readGmoOpenApiConfig } from './gmo-openapi-config.ts'
import { readLineConfig, readLineLoginCodeConfig, readLineMessagingConfig } from './line-config.ts'
import { type ProviderPorts, readPaidyConfig, readPaymentProviders } from './payment-providers.ts'
import { productionProblems } from './production-rule.ts'
import { readRiskConfig } from './risk-config.ts'
import { sandboxDefaults, sandboxProblems } from './sandbox-rule.ts'
import { readApplePayConfig, readGooglePayConfig } from './sheet-config.ts'
import { problemCollector, readVariables } from './variables.ts'

/**
 * The settings of the installation, read from the environment and validated once at start; .env.example documents
 * them. Another shop has the same settings with its own accounts (shop-config.ts).
 */
export interface Config extends Settings {
  /** The variables it was read from, to read it again with the accounts of a shop. */
  environment: Env
  database_url: string
  /** Connection that bypasses the pooler of `database_url`, for session state; null: there is no pooler. */
  database_direct_url: string | null
  /** URL of a standby for the admin's lists, reports and exports; null: there is none. */
  database_read_url: string | null
  /** Maximum age in seconds of data read from it. */
  database_read_lag: number
  host: string
  port: number
  /** Port for Prometheus; null: no metrics. */
  metrics_port: number | null
  metrics_host: string
  default_shop_id: number
  /** Host name → shop, for installations with several shops. */
  shop_hosts: Map<string, number>
  /** Base URL of the simulators; null in production. */
  sandbox_url: string | null
  /** The confirmation required to open the demo's database without the sandbox. */
  demo_database: string | null
  /** The proxies in front of the server. */
  trust_proxy: TrustedProxies
  /** Other sites whose pages may call the customers' API. */
  api_origins: readonly string[]
  /** Whether `/mcp` is served to agents. */
  mcp: boolean
  /** Number of connections to the database. */
  db_pool: number
  /** Other addresses for the bases of the API; null: this server. */
  api_bases: { common: string | null; shop: string | null; postcode: string | null }
  rate_limit_factor: number
  outbox_keep_days: number
  log_level: string
  development: boolean
  /** null: no card payment. */
  gmo: GmoSettings | null
  /** Its other interface, for wallets; null: none is offered. */
  gmo_openapi: GmoOpenApiSettings | null
  /** null: no LINE channel. */
  line_login: LineLoginSettings | null
  /** null: campaigns cannot lead through LINE Login. */
  login_code: LineLoginCodeSettings | null
  /** null: no official account to send or receive messages. */
  line_messaging: LineMessagingSettings | null
  /** null: Amazon Pay is not offered. */
  amazon_api: AmazonSettings | null
  /** null: Apple Pay is not offered. */
  apple_pay_api: ApplePaySettings | null
  /** Apple's file that proves that the address is the shop's; null: there is none. */
  apple_pay_domain_file: string | null
  /** Ports of 後払い, PayPay and Paidy by method; a method not included is not offered. */
  providers: ProviderPorts
  /** null: no orders are scored. */
  risk: HttpRiskConfig | null
  /** null: no mail is sent. */
  smtp_url: string | null
  /**
   * The shop set its mail server itself, by an internet host name: it must not resolve into the machine's own network.
   */
  smtp_outside: boolean
  /** Folder of uploaded pictures, unless `s3` names a bucket. */
  picture_folder: string
  /** Files of the extensions, a folder for each and each shop. */
  extension_folder: string
  /** null: pictures are stored in the folder. */
  s3: S3Settings | null
  /** Keys for secrets in the database; the first one encrypts, all decrypt. */
  secret_keys: string[]
  postcode: { base_url: string; api_key: string }
}

function mailServer(address: string): string {
  if (!/^smtps?:\/\/./.test(address)) throw new ConfigError('SMTP_URL must look like smtp://user:password@host:587.')
  return address
}

/** `SECRET_KEY=new,old`: at least 32 characters each, made by `openssl rand -base64 32`. */
function secretKeys(env: Env, sandbox: string | null): string[] {
  const keys = (env.SECRET_KEY || (sandbox ? sandboxDefaults.SECRET_KEY : requireVariable(env, 'SECRET_KEY'))).split(
    ',',
  )
  if (keys.some((key) => key.trim().length < 32)) throw new ConfigError('SECRET_KEY must have 32 characters at least.')
  return keys.map((key) => key.trim())
}

/**
 * `kinds`: the provider accounts to read; all others are null.
 * @throws ConfigError with everything that is missing or wrong, one sentence each.
 */
export function readConfig(
  env: Env,
  kinds: ReadonlySet<ProviderAccountKind> = new Set(PROVIDER_ACCOUNT_KINDS),
): Config {
  const problems = [...sandboxProblems(env), ...productionProblems(env)]
  const own = readVariables(env, problems)
  if (own.METRICS_PORT !== 0 && own.METRICS_PORT === own.PORT)
    problems.push('METRICS_PORT must differ from PORT: /metrics is for no visitor.')
  const part = problemCollector(problems)
  const sandbox = own.SANDBOX_URL ?? null
  const stub = (name: keyof typeof sandboxDefaults) =>
    part(() => env[name] || (sandbox ? sandboxDefaults[name] : requireVariable(env, name)))
  const tenant_name = own.GMO_TENANT_NAME ?? (sandbox ? '椿野' : undefined)
  const lineOf = <T>(read: (env: Env, sandbox: string | null) => T) =>
    part(() => (kinds.has('line') ? read(env, sandbox) : read({}, null)))
  const config: Config = {
    environment: env,
    database_url: own.DATABASE_URL,
    database_direct_url: own.DATABASE_DIRECT_URL ?? null,
    database_read_url: own.DATABASE_READ_URL ?? null,
    database_read_lag: own.DATABASE_READ_LAG,
    db_pool: own.DB_POOL,
    host: own.HOST,
    port: own.PORT,
    metrics_port: own.METRICS_PORT || null,
    metrics_host: own.METRICS_HOST,
    public_url: own.PUBLIC_URL ?? `http://localhost:${own.PORT}`,
    image_api: own.IMAGE_API,
    picture_folder: resolve(import.meta.dirname, '../../../..', own.DATA_DIR, 'pictures'),
    extension_folder: resolve(import.meta.dirname, '../../../..', own.DATA_DIR, 'extensions'),
    s3: own.S3_BUCKET ? { bucket: own.S3_BUCKET, region: own.S3_REGION, endpoint: own.S3_ENDPOINT ?? null } : null,
    default_shop_id: own.SHOP_ID,
    shop_hosts: own.SHOP_HOSTS ?? new Map(),
    sandbox_url: sandbox,
    demo_database: env.DEMO_DATABASE || null,
    trust_proxy: own.TRUST_PROXY,
    api_origins: own.API_ORIGINS,
    mcp: own.MCP === 'on',
    api_bases: {
      common: own.API_COMMON_URL ?? null,
      shop: own.API_SHOP_URL ?? null,
      postcode: own.API_POSTCODE_URL ?? null,
    },
    rate_limit_factor: own.RATE_LIMIT_FACTOR,
    outbox_keep_days: own.OUTBOX_KEEP_DAYS,
    log_level: own.LOG_LEVEL,
    development: env.NODE_ENV === 'development',
    gmo: kinds.has('gmo')
      ? {
          base_url: part(() =>
            checkedUrl(
              'GMO_BASE_URL',
              env.GMO_BASE_URL || (sandbox ? `${sandbox}/sandbox/gmo` : requireVariable(env, 'GMO_BASE_URL')),
            ),
          ),
          shop_id: stub('GMO_SHOP_ID'),
          shop_pass: stub('GMO_SHOP_PASS'),
          site_id: stub('GMO_SITE_ID'),
          site_pass: stub('GMO_SITE_PASS'),
          ...(tenant_name === undefined ? {} : { tenant_name }),
          ...(own.GMO_CANCEL_RULE ? { cancel_rule: own.GMO_CANCEL_RULE } : {}),
        }
      : null,
    gmo_openapi: kinds.has('gmo') ? part(() => readGmoOpenApiConfig(env, sandbox, stub)) : null,
    payment_shop_id: kinds.has('gmo') ? stub('GMO_API_KEY') : '',
    payment_public_key: (kinds.has('gmo') && env.GMO_PUBLIC_KEY) || null,
    payment_live_flag: env.GMO_STAGING !== '1',
    payment_script_url: env.GMO_SCRIPT_URL || (sandbox ? '/sandbox/gmo/ext/js/token.js' : null),
    tag_manager_id: own.TAG_MANAGER_ID ?? null,
    ...lineOf(readLineConfig),
    login_code: lineOf(readLineLoginCodeConfig),
    line_messaging: lineOf(readLineMessagingConfig),
    ...part(() => readAmazonConfig(kinds.has('amazon_pay') ? env : {}, sandbox)),
    ...part(() => (kinds.has('apple_pay') ? readApplePayConfig(env, sandbox) : readApplePayConfig({}, null))),
    google_pay: kinds.has('google_pay')
      ? part(() => readGooglePayConfig(env, sandbox, kinds.has('gmo') ? stub('GMO_SHOP_ID') : ''))
      : null,
    paidy: kinds.has('paidy') ? part(() => readPaidyConfig(env, sandbox)) : null,
    providers: part(() => readPaymentProviders(env, sandbox, kinds)),
    risk: kinds.has('risk') ? part(() => readRiskConfig(env, sandbox)) : null,
    smtp_outside: false,
    smtp_url: kinds.has('mail') ? part(() => mailServer(requireVariable(env, 'SMTP_URL'))) : null,
    secret_keys: part(() => secretKeys(env, sandbox)),
    postcode: {
      base_url: part(() =>
        checkedUrl(
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
