import type { Contract } from '@kushi/contract/contract'
import type { Endpoint, EndpointPart, InputOf, OutputOf } from '@kushi/contract/endpoint'
import type { Db, Queryable, Tx } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { SheetBrand } from '@kushi/values/payment-method'
import type { Actor } from './actor.ts'
import type { ProviderAccountPort } from './ports/account-port.ts'
import type { AmazonPort } from './ports/amazon-port.ts'
import type { ApplePayPort } from './ports/apple-pay-port.ts'
import type { CardPort } from './ports/card-port.ts'
import type { CarrierFilePort } from './ports/carrier-file-port.ts'
import type { ConversionPort } from './ports/conversion-port.ts'
import type { DocumentPort } from './ports/document-port.ts'
import type { JournalFilePort } from './ports/journal-file-port.ts'
import type { LineLoginPort } from './ports/line-login-port.ts'
import type { LineMessagingPort } from './ports/line-messaging-port.ts'
import type { LoginCodePort } from './ports/login-code-port.ts'
import type { MailPort } from './ports/mail-port.ts'
import type { PackingPort } from './ports/packing-port.ts'
import type { PaymentAccounts, PaymentPorts } from './ports/payment-ports.ts'
import type { PictureMaker, PictureStore } from './ports/picture-port.ts'
import type { PostcodePort } from './ports/postcode-port.ts'
import type { RiskPort } from './ports/risk-port.ts'
import type { WebhookPort } from './ports/webhook-port.ts'
import type { SecretBox } from './secret-box.ts'

/** The current time. The sandbox can move it, so decisions never read the machine's clock. */
export interface Clock {
  now(): Date
  /** The calendar date in Japan. */
  today(): CalendarDate
}

/** What of the ports asks nobody over the network. */
export interface LocalPorts {
  document: DocumentPort
  picture_maker: PictureMaker
  carrier_file: CarrierFilePort
  packing: PackingPort
  journal_file: JournalFilePort
  payment: PaymentAccounts
}

/** The ports, those to third parties too. */
export interface Ports extends LocalPorts {
  /** How the shop's own provider accounts are read and tested. */
  account: ProviderAccountPort
  /** Amazon Pay before there is an order; null: not configured, and so not offered. */
  amazon: AmazonPort | null
  /** Apple Pay before there is an order; null: not configured. */
  apple_pay: ApplePayPort | null
  /** The provider's card storage; `payment` charges orders. */
  card: CardPort
  line_login: LineLoginPort
  line_messaging: LineMessagingPort
  login_code: LoginCodePort
  payment: PaymentPorts
  mail: MailPort
  postcode: PostcodePort
  /** 不正注文の審査 by an outside service; null: not configured. */
  risk: RiskPort | null
  picture_store: PictureStore
  webhook: WebhookPort
  conversion: ConversionPort
}

/** The settings of Amazon Pay that a browser needs. */
export interface AmazonClient {
  merchant_id: string
  public_key_id: string
  /** `checkout.js` */
  script_url: string
  is_sandbox: boolean
  /** URL where a customer repairs a charge permission; its id is appended. */
  account_url: string
}

/** What the sheet of Apple Pay needs of a shop. */
export interface ApplePayClient {
  /** The shop's name on the sheet. */
  name: string
  brands: SheetBrand[]
  /** null: the browser's own. */
  script_url: string | null
}

/** What the sheet of Google Pay needs of a shop. */
export interface GooglePayClient {
  merchant_id: string
  name: string
  brands: SheetBrand[]
  auth_methods: ('PAN_ONLY' | 'CRYPTOGRAM_3DS')[]
  environment: 'TEST' | 'PRODUCTION'
  /** The payment provider, and the shop there, as Google names them. */
  gateway: string
  gateway_merchant_id: string
  /** `pay.js` */
  script_url: string
}

/** What Paidy's window needs of a shop. */
export interface PaidyClient {
  public_key: string
  /** `paidy.js` */
  script_url: string
}

/** The configuration of the installation. URLs have no trailing slash. */
export interface Settings {
  /** The public URL of the shop, `https://shop.example`; pages live under `/sh/`. */
  public_url: string
  /** Host name → shop, when one installation holds several; for links in mails. */
  shop_hosts?: ReadonlyMap<string, number>
  image_api: string
  /** null: the installation has no LINE channel, whatever its shops have set. */
  line: LineSettings | null
  payment_shop_id: string
  payment_public_key: string | null
  payment_script_url: string | null
  /** Google Tag Manager's container, `GTM-…`; null: no tag manager. */
  tag_manager_id: string | null
  /** false: the provider's staging, where test cards work. */
  payment_live_flag: boolean
  /** null: Amazon Pay is not configured. */
  amazon: AmazonClient | null
  /** null: not configured. */
  apple_pay: ApplePayClient | null
  google_pay: GooglePayClient | null
  paidy: PaidyClient | null
  /** Factor on the standard rate limits, 1 if not given; 0: no limits, for load tests. */
  rate_limit_factor?: number
  /** Days after which the text of a sent message is deleted, 30 if not given. */
  outbox_keep_days?: number
}

/** The settings of LINE that a browser needs. */
export interface LineSettings {
  liff_id: string
  /** null: uses LINE's own SDK from its package. */
  liff_script_url: string | null
  bot_id: string
  friend_url: string
  account_link_url: string
}

/** A process's cache of the shop's own tables; emptied when the database reports a change of one of them. */
export interface Cache {
  get<T>(key: string, load: () => Promise<T>): Promise<T>
}

/**
 * What may be used inside a transaction as well as outside: it has no port to a third party, whose answer a transaction
 * would wait for, and not the pool.
 */
export interface QueryContext {
  db: Queryable
  clock: Clock
  ports: LocalPorts
  settings: Settings
  shop_id: number
  client_id: string
  /** Who acts, for event rows. */
  actor: Actor
  /** An operator acts and does not want the member to be notified. */
  is_quiet?: boolean
  /**
   * The operator or API key may not see personal data, so messages about the member, including refusals, contain none.
   */
  hides_people?: boolean
  /** The calling member; null for a guest. */
  customer_id: number | null
  /** 代理ログイン: an operator, who is the actor, acts for the member. */
  acting?: { acting_session_id: number }
  /** SHA-256 of the bearer token that came with the request. */
  token_hash: Buffer | null
  /** The session key from the browser's cookie, if it was sent; see `session/internal/session-key.ts`. */
  session_key?: string | null
  /** Stores a session key in that cookie; null removes it. Does nothing when the client is not a browser. */
  keepSession?(session_key: string | null): void
  /**
   * The sign by which a browser is assigned in comparisons, from its cookie: random, and nothing about the visitor. null:
   * it has none yet.
   */
  visitorSign?(): string | null
  /**
   * The same; a browser without one gets one. The answer is then this browser's alone, and nothing may store it. Left
   * out: what asks is no browser.
   */
  makeVisitorSign?(): string
  /** The token of the browser in its cookie, by which a 確認済みの端末 is known. null: it has none yet. */
  deviceToken?(): string | null
  /** The same; a browser without one gets one. Absent: what asks is no browser. */
  makeDeviceToken?(): string
  /** IP address of the request, for rate limits only; never logged. */
  ip: string
  user_agent: string
  secrets: SecretBox
  /** Absent: nothing is cached. */
  cache?: Cache
  /** 予定: the shop as of this moment, in a transaction around the handler. */
  as_of?: Date
  log: { info(o: object, msg: string): void; warn(o: object, msg: string): void; error(o: object, msg: string): void }
}
/** Everything that a handler may use. Created for one request or one job, for one shop. */
export interface Context extends QueryContext {
  db: Db
  ports: Ports
  /** Runs after the response is sent (for example to deliver the outbox at once instead of at the next tick). */
  afterwards(work: () => Promise<void>): void
}
/** A context with a logged-in member. */
export type MemberContext = Context & { customer_id: number }
export type MemberQueryContext = QueryContext & { customer_id: number }

/** A context in a transaction that may leave work for after the commit, which gets the whole context only then. */
export interface TransactionContext extends QueryContext {
  afterCommit(work: (ctx: Context) => Promise<void>): void
}

/** Returns the context for a transaction: its queries run in it, and it has no ports to third parties. */
export const contextInTransaction = <C extends QueryContext>(
  ctx: C,
  tx: Tx,
): Omit<C, 'db' | 'ports' | 'afterwards'> & QueryContext => ({ ...ctx, db: tx })

/** Runs a transaction. What it leaves for after the commit begins then: inside, it would not see what is written. */
export async function runInTransaction<T>(
  ctx: Context,
  run: (tx: Tx, inside: TransactionContext) => Promise<T>,
): Promise<T> {
  const later: Parameters<TransactionContext['afterCommit']>[0][] = []
  const afterCommit: TransactionContext['afterCommit'] = (work) => void later.push(work)
  const result = await ctx.db.transaction((tx) => run(tx, { ...contextInTransaction(ctx, tx), afterCommit }))
  for (const work of later) ctx.afterwards(() => work(ctx))
  return result
}

type ContextFor<E> = E extends { auth: 'member' } ? MemberContext : Context

/** What a handler receives: path, query and body of its call, validated, in one object. */
export type Input<K extends keyof Contract> = (OutputOf<EndpointPart<Contract[K], 'params'>> extends infer P
  ? P extends object
    ? P
    : unknown
  : never) &
  (OutputOf<EndpointPart<Contract[K], 'query'>> extends infer Q ? (Q extends object ? Q : unknown) : never) &
  (OutputOf<EndpointPart<Contract[K], 'body'>> extends infer B ? (B extends object ? B : unknown) : never)

/** What a handler returns: the contract's output. Columns that the contract does not name never leave the server. */
export type Answer<K extends keyof Contract> = InputOf<Contract[K]['response']>

/** 動詞: the implementation of one call of the contract. */
export type Handler<K extends keyof Contract> = (
  ctx: Contract[K] extends Endpoint ? ContextFor<Contract[K]> : never,
  input: Input<K>,
) => Promise<Answer<K>>

/** Customers' calls with their handlers; each feature's `calls.ts` has its own, and the server all of them. */
export type CallHandlers = { [K in keyof Contract]: Handler<K> }
