import type { Contract } from '@kushi/contract/contract'
import type { Endpoint, In, Out, Part } from '@kushi/contract/endpoint'
import type { Db, Tx } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { AccountPort } from './account/account-port.ts'
import type { Actor } from './actor.ts'
import type { LoginCodePort } from './advertisement/login-code-port.ts'
import type { CarrierFilePort } from './fulfilment/carrier-file-port.ts'
import type { PackingPort } from './fulfilment/packing-port.ts'
import type { LineLoginPort } from './line/line-login-port.ts'
import type { MailPort } from './mail/mail-port.ts'
import type { DocumentPort } from './order/document-port.ts'
import type { LineMessagingPort } from './outbox/line-messaging-port.ts'
import type { AmazonPort } from './payment/amazon-port.ts'
import type { CardPort } from './payment/card-port.ts'
import type { PaymentPorts } from './payment/payment-ports.ts'
import type { PictureMaker, PictureStore } from './picture/picture-port.ts'
import type { PostcodePort } from './postcode/postcode-port.ts'
import type { SecretBox } from './secret-box.ts'
import type { WebhookPort } from './webhook/webhook-port.ts'

/** What time it is. In the sandbox it can be moved; nothing that decides asks the machine. */
export interface Clock {
  now(): Date
  /** The calendar date in Japan. */
  today(): CalendarDate
}

/** Third parties, as the shop needs them. */
export interface Ports {
  /** How the shop's own accounts at them are read and tried. */
  account: AccountPort
  /** Amazon Pay before there is an order; null: not configured, and so not offered. */
  amazon: AmazonPort | null
  /** The vault of cards; what pays an order is `payment`. */
  card: CardPort
  line_login: LineLoginPort
  line_messaging: LineMessagingPort
  login_code: LoginCodePort
  payment: PaymentPorts
  mail: MailPort
  postcode: PostcodePort
  document: DocumentPort
  picture_maker: PictureMaker
  picture_store: PictureStore
  carrier_file: CarrierFilePort
  packing: PackingPort
  webhook: WebhookPort
}

/** Amazon Pay, as a browser needs to know it. */
export interface AmazonClient {
  merchant_id: string
  public_key_id: string
  /** `checkout.js` */
  script_url: string
  is_sandbox: boolean
  /** Where a customer repairs a charge permission, whose id is put behind it. */
  account_url: string
}

/** What the installation is told from outside. URLs without a trailing slash. */
export interface Settings {
  /** Where a browser reaches the shop: `https://shop.example`; pages live under `/sh/`. */
  public_url: string
  /** Host name → shop, where one installation holds several; for links in mails. */
  shop_hosts?: ReadonlyMap<string, number>
  image_api: string
  /** null: the installation has no LINE channel, whatever its shops say. */
  line: LineSettings | null
  payment_shop_id: string
  payment_public_key: string | null
  payment_script_url: string | null
  /** Google Tag Manager's container, `GTM-…`; null: nobody counts. */
  tag_manager_id: string | null
  /** false: the provider's staging, where test cards are good. */
  payment_live_flag: boolean
  /** null: Amazon Pay is not configured. */
  amazon: AmazonClient | null
  /** How many times the standard limits are allowed, 1 if not given; 0: no limits, for load runs. */
  rate_limit_factor?: number
  /** Days after which the text of a sent message is forgotten, 30 if not given. */
  outbox_keep_days?: number
}

/** What a browser needs to know of LINE. */
export interface LineSettings {
  liff_id: string
  /** null: LINE's own framework, of its package. */
  liff_script_url: string | null
  bot_id: string
  friend_url: string
  account_link_url: string
}

/** What a process keeps of the shop's own tables; emptied when the database says that one of them has changed. */
export interface Kept {
  get<T>(key: string, load: () => Promise<T>): Promise<T>
}

/** Everything a verb may use. Made for one request or one job, for one shop. */
export interface Context {
  db: Db
  clock: Clock
  ports: Ports
  settings: Settings
  shop_id: number
  client_id: string
  /** Who does what is done, for the rows of events. */
  actor: Actor
  /** An operator does it and wants the member not to be written to about it. */
  is_quiet?: boolean
  /** An operator or a key does it that may not see people: what is said of the member, refusals too, names none. */
  hides_people?: boolean
  /** The member who asks; null for a guest. */
  customer_id: number | null
  /** 代理ログイン: the member is acted for by an operator, who is the actor. */
  acting?: { acting_session_id: number }
  /** SHA-256 of the bearer token that came with the request. */
  token_hash: Buffer | null
  /** What the browser's cookie keeps of its session, where it sent it; see `session/internal/session-key.ts`. */
  session_key?: string | null
  /** Puts the key of a session into that cookie; null takes it out. Without a browser nothing. */
  keepSession?(session_key: string | null): void
  /** Where the request came from, for limits only; never logged. */
  ip: string
  user_agent: string
  secrets: SecretBox
  /** Left out: all is read anew. */
  kept?: Kept
  /** 予定: the shop is to be seen as of this moment, in a transaction around the verb. */
  as_of?: Date
  log: { info(o: object, msg: string): void; warn(o: object, msg: string): void; error(o: object, msg: string): void }
  /** Runs after the answer is on its way (delivers the outbox at once instead of at the next tick). */
  afterwards(work: () => Promise<void>): void
}
export type MemberContext = Context & { customer_id: number }

/** The same context, whose queries belong to the transaction. */
export const within = <C extends { db: Db }>(ctx: C, tx: Tx): C => ({ ...ctx, db: tx as unknown as Db })

type ContextFor<E> = E extends { auth: 'member' } ? MemberContext : Context

/** What a verb gets: path, query and body of its call, checked, in one object. */
export type Input<K extends keyof Contract> = (Out<Part<Contract[K], 'params'>> extends infer P
  ? P extends object
    ? P
    : unknown
  : never) &
  (Out<Part<Contract[K], 'query'>> extends infer Q ? (Q extends object ? Q : unknown) : never) &
  (Out<Part<Contract[K], 'body'>> extends infer B ? (B extends object ? B : unknown) : never)

/** What a verb gives back: the contract's output. Columns that the contract does not name never leave the server. */
export type Answer<K extends keyof Contract> = In<Contract[K]['response']>

/** 動詞: one call of the contract, done. */
export type Verb<K extends keyof Contract> = (
  ctx: Contract[K] extends Endpoint ? ContextFor<Contract[K]> : never,
  input: Input<K>,
) => Promise<Answer<K>>
