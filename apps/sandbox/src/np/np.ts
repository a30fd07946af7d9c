import type { Examination } from '../core/examination.ts'
import type { Message } from '../core/ledger-page.ts'
import type { Setting } from '../core/provider.ts'
import type { Collection, Store } from '../core/store.ts'
import type { NpConfig } from './config.ts'

/** authori_result: 00 OK, 10 held, 20 NG, 40 not examined yet. */
export type AuthoriResult = '00' | '10' | '20' | '40'

export type Person = { name: string; company: string; zip: string; address: string; tel: string; email: string }
export type Goods = { goods_name: string; goods_price: number; quantity: number }

export type Transaction = {
  npId: string
  shopId: string
  orderDate: string
  settlementType: string
  amount: number
  customer: Person
  delivery: Person
  goods: Goods[]
  authoriResult: AuthoriResult
  authoriNg: string
  authoriHold: string[]
  examinedAt: string
  carrier: string
  slipNo: string
  shippedAt: string
  paidAt: string
  cancelledAt: string
  /** The transaction that it was re-registered from, after a partial return. */
  baseId: string
  reregisteredAs: string
  history: { at: string; api: string; note: string }[]
}

/** The state that every call works with. */
export type Np = Setting & {
  config: NpConfig
  examination: Examination
  /** By np_transaction_id; shop_transaction_id is the second key, and not unique here. */
  transactions: Collection<Transaction>
  wire: Collection<Message>
}

export function collections(store: Store): Pick<Np, 'transactions' | 'wire'> {
  return { transactions: store.collection('np.transactions'), wire: store.collection('np.wire') }
}

/** Writes a transaction with an entry in its history; the history is append-only. */
export function record(np: Np, one: Transaction, api: string, note: string): void {
  one.history.push({ at: np.now().toISOString(), api, note })
  np.transactions.put(one.npId, one, one.shopId)
}
