import type { Examination } from '../core/examination.ts'
import type { Message } from '../core/ledger-page.ts'
import type { Setting } from '../core/provider.ts'
import type { Collection } from '../core/store.ts'

/** The shop's credentials; the values are fictitious and valid only for this sandbox. */
export type Config = {
  authenticationId: string
  shopCode: string
  connectPassword: string
  /** Maximum debt of one buyer, in yen. */
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

/** The wire values of the examination's result. */
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
  /** The person's decision; empty until then. */
  manual: Author | ''
  reason: string
  carrier: string
  slipNo: string
  shippedAt: string
  paidAt: string
  cancelledAt: string
  history: { at: string; api: string; note: string }[]
}

export type GmoDeferred = Setting & {
  config: Config
  examination: Examination
  /** By gmoTransactionId; shopTransactionId is the second key, and not unique here. */
  transactions: Collection<Transaction>
  wire: Collection<Message>
}

export const author = (one: Transaction): Author => (one.manual === '' ? one.auto : one.manual)

/** Writes a transaction with an entry in its history; the history is append-only. */
export function record(gmo: GmoDeferred, one: Transaction, api: string, note: string): void {
  one.history.push({ at: gmo.now().toISOString(), api, note })
  gmo.transactions.put(one.gmoId, one, one.shopId)
}
