import { createHash } from 'node:crypto'
import { PaymentUnavailable } from '@kushi/shop/payment/payment-port'

export interface CardApproval {
  approve: string
  tran_id: string
}

/** The fields of CheckString, in this order, before the shop's password. */
const signed = ['OrderID', 'Forward', 'Method', 'PayTimes', 'Approve', 'TranID', 'TranDate'] as const
export const settledFields = [...signed, 'CheckString']

/**
 * Returns an approval after checking GMO's signature (MD5 with the shop's password).
 * @throws PaymentUnavailable when the signature does not match: the response was cut off, or is not from GMO. The
 * caller must then search whether money moved.
 */
export function approvalOf(answer: Record<string, string>, shopPass: string): CardApproval {
  const text = signed.map((name) => answer[name] ?? '').join('')
  const made = createHash('md5')
    .update(text + shopPass)
    .digest('hex')
  if (answer.CheckString?.toLowerCase() !== made) throw new PaymentUnavailable('CheckString does not match')
  return { approve: answer.Approve!, tran_id: answer.TranID! }
}
