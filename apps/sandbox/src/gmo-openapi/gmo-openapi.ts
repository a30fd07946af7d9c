import type { Message } from '../core/ledger-page.ts'
import type { Setting } from '../core/provider.ts'
import type { Collection, Store } from '../core/store.ts'
import type { GmoOpenApiConfig } from './config.ts'

export type Json = Record<string, unknown>

export type Status =
  | 'UNPROCESSED'
  | 'REQSUCCESS'
  | 'AUTHENTICATED'
  | 'AUTHPROCESS'
  | 'AUTH'
  | 'SALES'
  | 'CAPTURE'
  | 'CANCEL'
  | 'RETURN'
  | 'REQRETURN'
  | 'PAYFAIL'
  | 'EXPIRED'

/** A transaction: of a wallet, or of a card by the token of a sheet (`APPLE_PAY`, `GOOGLE_PAY`). */
export type WalletOrder = {
  orderId: string
  accessId: string
  walletType: string
  /** Of a card. */
  brand: string
  authorizationMode: 'AUTH' | 'CAPTURE'
  status: Status
  /** What stands of it. */
  amount: number
  payerName: string
  payerEmail: string
  merchantName: string
  callbackUrl: string
  webhookUrl: string
  csrfToken: string
  settlementCode: string
  /** 3-D Secure: whether the customer was authenticated; '' before, and without it. */
  authenticated: '' | 'Y' | 'N'
  /** '' until it is captured. */
  soldAt: string
  created: string
  updated: string
  /** Of the page; then of the authorisation. */
  expiresAt: string
  /** errorInformation, of the last step that failed. */
  error: string
  history: { at: string; note: string }[]
}

/** An answer under its Idempotency-Key. */
export type KeptAnswer = { key: string; api: string; request: string; status: number; body: string }

/** The state that every call works with. */
export type GmoOpenApi = Setting & {
  config: GmoOpenApiConfig
  /** By orderId; the accessId is the second key. */
  orders: Collection<WalletOrder>
  kept: Collection<KeptAnswer>
  /** By the hash of the token. */
  used: Collection<UsedToken>
  wire: Collection<Message>
}

export const collections = (store: Store): Pick<GmoOpenApi, 'orders' | 'kept' | 'used' | 'wire'> => ({
  orders: store.collection('gmo-openapi.orders'),
  kept: store.collection('gmo-openapi.kept'),
  used: store.collection('gmo-openapi.used'),
  wire: store.collection('gmo-openapi.wire'),
})

/** HTTP status and meaning of each `title` that is answered here; GMO's own list comes with the contract. */
const PROBLEMS: Record<string, readonly [status: number, detail: string]> = {
  'invalid-request': [400, '項目の値が正しくない'],
  'invalid-status': [400, '取引の状態では、できない操作'],
  'invalid-amount': [400, '金額が正しくない'],
  'order-id-duplicated': [400, '同じオーダーIDの取引がある'],
  'capture-expired': [400, '仮売上の期限が過ぎた'],
  'wallet-refused': [400, 'Pay事業者が断った'],
  'invalid-token': [400, 'トークンが正しくない'],
  'token-used': [400, '使用済みのトークン'],
  'card-refused': [402, 'カード会社が断った'],
  'tds2-failed': [402, '本人認証が成功しなかった'],
  unauthorized: [401, '認証できない'],
  forbidden: [403, '契約にない操作'],
  'order-not-found': [404, '取引がない'],
  'idempotency-conflict': [409, '同じ冪等キーで、別の内容の要求'],
  'too-many-requests': [429, '呼び出しが多すぎる'],
  'internal-server-error': [500, 'GMOのエラー'],
  'service-unavailable': [503, 'メンテナンス中'],
}
export const MEANINGS: Record<string, string> = Object.fromEntries(
  Object.entries(PROBLEMS).map(([title, [, detail]]) => [title, detail]),
)

/** A refusal as RFC 7807 has it. */
export class Problem extends Error {
  readonly title: string
  constructor(title: string) {
    super(title)
    this.title = title
  }
}
export const problemOf = (title: string, instance: string) => {
  const [status, detail] = PROBLEMS[title] ?? [400, title]
  return { status, body: JSON.stringify({ type: 'about:blank', title, detail, instance }) }
}

export const later = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString()

/** Writes a transaction with an entry in its history. */
export function save(gmo: GmoOpenApi, one: WalletOrder, note: string): WalletOrder {
  const at = gmo.now().toISOString()
  const made = { ...one, updated: at, history: [...one.history, { at, note }] }
  gmo.orders.put(made.orderId, made, made.accessId)
  return made
}

/** A token that was used. */
export type UsedToken = { token: string; orderId: string }

/** A page or an authorisation whose time is over. */
export function current(gmo: GmoOpenApi, one: WalletOrder | undefined): WalletOrder | undefined {
  if (one && ['REQSUCCESS', 'AUTHENTICATED', 'AUTH'].includes(one.status) && gmo.now() >= new Date(one.expiresAt))
    return save(gmo, { ...one, status: 'EXPIRED' }, '期限切れ')
  return one
}
