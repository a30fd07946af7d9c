import type { Examination } from '../core/examination.ts'
import type { Message } from '../core/ledger-page.ts'
import type { Setting } from '../core/provider.ts'
import type { Collection } from '../core/store.ts'

/** What the shop has to present; the values are made up and open nothing but this sandbox. */
export type Config = {
  authenticationId: string
  shopCode: string
  connectPassword: string
  /** What one buyer may owe in all, in yen. */
  limit: number
}

export function config(env: Record<string, string | undefined>): Config {
  return {
    authenticationId: env.SANDBOX_GMO_DEFERRED_AUTHENTICATION_ID ?? 'sandbox-auth',
    shopCode: env.SANDBOX_GMO_DEFERRED_SHOP_CODE ?? 'sandbox-shop',
    connectPassword: env.SANDBOX_GMO_DEFERRED_CONNECT_PASSWORD ?? 'sandbox-connect',
    limit: Number(env.SANDBOX_GMO_DEFERRED_LIMIT ?? 165_000),
  }
}

/** The words of the wire for what the examination found. */
export type Author = 'OK' | 'NG' | '審査中'
export type Person = { name: string; zip: string; address: string; tel: string }
export type Detail = { detailName: string; detailPrice: number; detailQuantity: number }

export type Transaction = {
  gmoId: string
  shopId: string
  orderDate: string
  amount: number
  paymentType: string
  buyer: Person
  email: string
  delivery: Person
  details: Detail[]
  auto: Author
  /** What the person decided; empty until then. */
  manual: Author | ''
  reason: string
  carrier: string
  slipNo: string
  shippedAt: string
  paidAt: string
  cancelledAt: string
  history: { at: string; api: string; note: string }[]
}

export type Deferred = Setting & {
  config: Config
  examination: Examination
  /** By gmoTransactionId; shopTransactionId is the second key, and not unique here. */
  transactions: Collection<Transaction>
  wire: Collection<Message>
}

export const author = (one: Transaction): Author => (one.manual === '' ? one.auto : one.manual)

/** Writes a transaction with a line of its history; the history is only added to. */
export function record(gmo: Deferred, one: Transaction, api: string, note: string): void {
  one.history.push({ at: gmo.now().toISOString(), api, note })
  gmo.transactions.put(one.gmoId, one, one.shopId)
}
