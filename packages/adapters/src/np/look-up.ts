import { type PaymentAttempt, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { type NpCall, NpError } from './call.ts'

const unknown = 'E0100113'
const cancelled = 'E0100118'

/** Result of NP's credit check: 00 OK, 10 held, 20 refused (NG), 40 not examined yet. */
export type NpAuthorisationResult = '00' | '10' | '20' | '40'

export interface NpAuthorisation {
  np_transaction_id: string
  authori_result: NpAuthorisationResult
  /** The reason of an NG, or the reasons for holding it. */
  reasons: string[]
}

/** The bill of a transaction at NP: its amount in yen, and whether it was sent. */
export interface NpBillStatus {
  np_transaction_id: string
  billed_amount: number
  is_shipped: boolean
}

/** @throws PaymentUnavailable for a truncated response */
export function readAuthorisation(result: Record<string, unknown>): NpAuthorisation {
  const { np_transaction_id, authori_result, authori_ng, authori_hold } = result
  if (typeof np_transaction_id !== 'string' || !/^(00|10|20|40)$/.test(String(authori_result)))
    throw new PaymentUnavailable('NP: incomplete answer')
  const reasons = [authori_ng, ...(Array.isArray(authori_hold) ? authori_hold : [])].filter((one) => one !== undefined)
  return { np_transaction_id, authori_result: authori_result as NpAuthorisationResult, reasons: reasons.map(String) }
}

/** Looks up by our own number, so that a registration whose response was lost is found. */
const keyOf = (shop_transaction_id: string) => ({ shop_transaction_id })

/** Returns null if NP does not know the number. */
export async function findAuthorisation(call: NpCall, id: string): Promise<NpAuthorisation | 'cancelled' | null> {
  try {
    return readAuthorisation(await call('POST', 'authorizations/find', keyOf(id)))
  } catch (error) {
    if (error instanceof NpError && error.codes.includes(unknown)) return null
    if (error instanceof NpError && error.codes.includes(cancelled)) return 'cancelled'
    throw error
  }
}

/** Returns the amount on the bill and whether it was sent, also for cancelled ones. */
export async function findBill(call: NpCall, id: string): Promise<NpBillStatus> {
  const { np_transaction_id, billed_amount, payment_status } = await call(
    'POST',
    'transactions/payments/find',
    keyOf(id),
  )
  if (typeof np_transaction_id !== 'string' || !Number.isInteger(billed_amount) || typeof payment_status !== 'string')
    throw new PaymentUnavailable('NP: incomplete answer')
  return { np_transaction_id, billed_amount: Number(billed_amount), is_shipped: payment_status !== '00' }
}

/**
 * Returns the number of a transaction at NP. An order is registered again after each return: `K1`, `K1-R1`, `K1-R2` …
 */
export const npTransactionNumber = (attempt: PaymentAttempt, returns: number) =>
  returns === 0 ? attempt.provider_order_id : `${attempt.provider_order_id}-R${returns}`

/** Returns the newest of an order's transactions at NP; null: there is none. */
export async function findNewestTransaction(call: NpCall, attempt: PaymentAttempt) {
  let newest: { returns: number; authorisation: NpAuthorisation | 'cancelled' } | null = null
  for (let returns = 0; newest === null || newest.authorisation === 'cancelled'; returns++) {
    const authorisation = await findAuthorisation(call, npTransactionNumber(attempt, returns))
    if (authorisation === null) break
    newest = { returns, authorisation }
  }
  return newest
}
