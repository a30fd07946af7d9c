import type { Message } from '../core/ledger-page.ts'
import type { Setting } from '../core/provider.ts'
import type { Collection, Store } from '../core/store.ts'
import type { PayPayConfig } from './config.ts'

export type Json = Record<string, unknown>

export type Status = 'CREATED' | 'AUTHORIZED' | 'COMPLETED' | 'CANCELED' | 'EXPIRED' | 'FAILED'

export type Refund = {
  merchantRefundId: string
  amount: number
  status: 'REFUNDED' | 'REFUND_FAILED'
  reason: string
}

/** A code, and the payment that it becomes. */
export type Payment = {
  merchantPaymentId: string
  codeId: string
  /** '' until the customer has paid; a code's id is '' where a linked account was charged. */
  paymentId: string
  status: Status
  amount: number
  isAuthorization: boolean
  captured: number
  merchantCaptureId: string
  merchantRevertId: string
  refunds: Refund[]
  orderDescription: string
  redirectUrl: string
  createdAt: string
  /** Of the code; then of the authorisation. */
  expiresAt: string
  /** The code was deleted: its page takes no money. */
  isDeleted: boolean
  history: { at: string; note: string }[]
}

/** A session of 連携, and the account that it linked. */
export type Link = {
  id: string
  nonce: string
  referenceId: string
  redirectUrl: string
  /** '' until the customer has agreed. */
  userAuthorizationId: string
  status: 'OPEN' | 'DECLINED' | 'ACTIVE' | 'INACTIVE'
  /** The code by which its charges are refused; '': they are not. */
  refusal: string
  expiresAt: string
}

/** The state that every call works with. */
export type PayPay = Setting & {
  config: PayPayConfig
  /** By merchantPaymentId; the code's id is the second key. */
  payments: Collection<Payment>
  /** By their session; the number of the consent is the second key. */
  links: Collection<Link>
  wire: Collection<Message>
}

export function collections(store: Store): Pick<PayPay, 'payments' | 'links' | 'wire'> {
  return {
    payments: store.collection('paypay.payments'),
    links: store.collection('paypay.links'),
    wire: store.collection('paypay.wire'),
  }
}

/** A refusal by PayPay: its code, with the number that tells several of one code apart. */
export class PayPayError extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** HTTP status, number and meaning of each code that the API answers with. */
const CODES: Record<string, readonly [status: number, codeId: string, meaning: string]> = {
  INVALID_REQUEST_PARAMS: [400, '08100006', '項目の値が正しくない'],
  MISSING_REQUEST_PARAMS: [400, '08100024', '必須の項目がない'],
  UNAUTHORIZED: [401, '08100016', '署名が合わない'],
  OP_OUT_OF_SCOPE: [401, '08100023', '許可されていない操作'],
  OPA_CLIENT_NOT_FOUND: [404, '08100007', 'APIキーが登録されていない'],
  RATE_LIMIT: [429, '08100998', '呼び出しが多すぎる'],
  SERVICE_ERROR: [500, '08100026', 'PayPayのエラー'],
  INTERNAL_SERVER_ERROR: [500, '08101000', 'PayPayの内部エラー'],
  MAINTENANCE_MODE: [503, '08100999', 'メンテナンス中'],
  DUPLICATE_DYNAMIC_QR_REQUEST: [400, '01652073', '同じ番号のコードがある'],
  PRE_AUTH_CAPTURE_UNSUPPORTED_MERCHANT: [400, '00400060', '事前承認の契約がない'],
  PRE_AUTH_CAPTURE_INVALID_EXPIRY_DATE: [400, '00400061', '承認の期限が契約より長い'],
  DYNAMIC_QR_BAD_REQUEST: [400, '01650000', 'コードの要求が正しくない'],
  DYNAMIC_QR_PAYMENT_NOT_FOUND: [400, '01652075', '決済が見つからない'],
  DYNAMIC_QR_ALREADY_PAID: [400, '01652074', '支払い済み'],
  DYNAMIC_QR_NOT_FOUND: [404, '01652072', 'コードが見つからない'],
  INVALID_USER_AUTHORIZATION_ID: [401, '00200050', '連携がない、または解除された'],
  NO_SUFFICIENT_FUND: [400, '00200009', '残高が足りない'],
  LIMIT_EXCEEDED: [400, '00200010', '利用限度額を超えた'],
  PAY_METHOD_INVALIDATED: [400, '00200011', '支払い方法が使えない'],
  CANCELED_USER: [400, '00200012', 'PayPayを退会した'],
  DUPLICATE_REQUEST_ORDER: [400, '00200037', '同じ番号で、ちがう内容の決済がある'],
  ORDER_NOT_REVERSIBLE: [400, '00200044', '取り消せない'],
  RESOURCE_NOT_FOUND: [404, '00200001', '決済が見つからない'],
  INVALID_PARAMS: [400, '00200015', '返金の額が正しくない'],
  UNACCEPTABLE_OP: [400, '00200014', '返金を重ねられない'],
  NO_SUCH_REFUND_ORDER: [404, '00200018', '返金が見つからない'],
  ALREADY_CAPTURED: [400, '00200039', '確定済み'],
  HIGHER_CAPTURE_NOT_PERMITTED: [400, '00400062', '承認より多くは確定できない'],
  ORDER_EXPIRED: [400, '00200043', '承認の期限が過ぎた'],
  ORDER_NOT_CAPTURABLE: [400, '00200035', '確定できる状態にない'],
  ORDER_NOT_CANCELABLE: [400, '00200042', '取り消せる状態にない'],
}

export const statusOf = (code: string) => CODES[code]?.[0] ?? 400
export const resultCodeIdOf = (code: string) => CODES[code]?.[1] ?? '00000000'
export const MEANINGS: Record<string, string> = Object.fromEntries(
  Object.entries(CODES).map(([code, [, , meaning]]) => [code, meaning]),
)

/** Writes a payment with an entry in its history. */
export function save(paypay: PayPay, one: Payment, note: string): Payment {
  one.history.push({ at: paypay.now().toISOString(), note })
  paypay.payments.put(one.merchantPaymentId, one, one.codeId)
  return one
}

/** A code or an authorisation whose time is over. */
export function current(paypay: PayPay, one: Payment | undefined): Payment | undefined {
  if (one && (one.status === 'CREATED' || one.status === 'AUTHORIZED') && paypay.now() >= new Date(one.expiresAt))
    return save(paypay, { ...one, status: 'EXPIRED' }, '期限切れ')
  return one
}

export const later = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString()

/** A text of a request. @throws PayPayError where it is missing, or longer than `most` characters */
export function text(body: Json, name: string, most = 64): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw new PayPayError('MISSING_REQUEST_PARAMS')
  if (value.length > most) throw new PayPayError('INVALID_REQUEST_PARAMS')
  return value
}
