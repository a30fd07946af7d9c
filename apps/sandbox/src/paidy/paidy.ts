import type { Message } from '../core/ledger-page.ts'
import type { Setting } from '../core/provider.ts'
import type { Collection, Store } from '../core/store.ts'
import type { PaidyConfig } from './config.ts'

export type Json = Record<string, unknown>

export type Status = 'authorized' | 'rejected' | 'closed'

export type Capture = { id: string; created_at: string; amount: number }
export type Refund = { id: string; created_at: string; capture_id: string; amount: number }

/** A payment as the API shows it, and what happened to it. */
export type Payment = {
  id: string
  created_at: string
  expires_at: string
  amount: number
  currency: 'JPY'
  description: string
  store_name: string
  test: boolean
  status: Status
  tier: 'classic'
  buyer: Json
  order: Json & { order_ref: string }
  shipping_address: Json
  captures: Capture[]
  refunds: Refund[]
  metadata: Json
  history: { at: string; note: string }[]
}

/** The state that every call works with. */
export type Paidy = Setting & {
  config: PaidyConfig
  /** By their id; the merchant's number is the second key. */
  payments: Collection<Payment>
  wire: Collection<Message>
}

export function collections(store: Store): Pick<Paidy, 'payments' | 'wire'> {
  return { payments: store.collection('paidy.payments'), wire: store.collection('paidy.wire') }
}

/** A refusal by Paidy: its code. */
export class PaidyError extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** HTTP status and meaning of each code that the API answers with. */
const CODES: Record<string, readonly [status: number, meaning: string]> = {
  'authentication.failed': [401, '秘密キーが合わない'],
  'request.malformed': [400, '要求が正しくない'],
  'request_content.malformed': [400, '項目の値が正しくない'],
  'payment.not_found': [404, '決済が見つからない'],
  'payment.not_authorized': [400, '承認されていない'],
  'payment.expired': [400, '承認の期限が過ぎた'],
  'payment.already_captured': [400, '確定済み'],
  'capture.amount_too_large': [400, '承認より多くは確定できない'],
  'refund.capture_not_found': [400, '確定が見つからない'],
  'refund.amount_too_large': [400, '確定した額より多くは返せない'],
  'rate_limit.exceeded': [429, '呼び出しが多すぎる'],
}
export const statusOf = (code: string) => CODES[code]?.[0] ?? 400
export const MEANINGS: Record<string, string> = Object.fromEntries(
  Object.entries(CODES).map(([code, [, meaning]]) => [code, meaning]),
)

/** Writes a payment with an entry in its history. */
export function save(paidy: Paidy, one: Payment, note: string): Payment {
  one.history.push({ at: paidy.now().toISOString(), note })
  paidy.payments.put(one.id, one, one.order.order_ref)
  return one
}

/** An authorisation whose time is over is closed. */
export function current(paidy: Paidy, one: Payment | undefined): Payment | undefined {
  if (one?.status === 'authorized' && paidy.now() >= new Date(one.expires_at))
    return save(paidy, { ...one, status: 'closed' }, '期限切れ')
  return one
}

export const later = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString()

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** An id in Paidy's form: `pay_`, `cap_` or `ref_` and 16 characters. */
export const newId = (kind: 'pay' | 'cap' | 'ref') =>
  `${kind}_${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => LETTERS[byte % 26]).join('')}`

export const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
