import { createHash, randomBytes } from 'node:crypto'
import { behaviourOf } from './cards.ts'
import type { Status, Transaction } from './entities.ts'
import { GmoError } from './errors.ts'
import type { Gmo } from './gmo.ts'
import { stamp } from './time.ts'
import type { Fields } from './wire.ts'

/** The acquirer of the gateway's own test system. */
const FORWARD = '2a99662'

export const hex32 = () => randomBytes(16).toString('hex')

/** An OrderID is used once, whatever it pays by. */
export const isOrderIdUsed = ({ entities }: Gmo, orderId: string): boolean =>
  [entities.transactions, entities.cvs, entities.ganb].some((all) => all.get(orderId) !== undefined)

export function save(gmo: Gmo, transaction: Transaction): void {
  gmo.entities.transactions.put(transaction.orderId, transaction, transaction.accessId)
}

/** Writes the result of a call into the transaction; the history is append-only. */
export function record(
  gmo: Gmo,
  transaction: Transaction,
  api: string,
  jobCd: string,
  status: Status,
  errInfo = '',
): void {
  const at = gmo.now()
  const { amount, tranId } = transaction
  transaction.status = status
  transaction.processDate = stamp(at)
  transaction.history.push({
    at: at.toISOString(),
    api,
    jobCd,
    amount,
    status,
    tranId: errInfo === '' ? tranId : '',
    errInfo,
  })
  save(gmo, transaction)
}

/** A new number at the acquirer, for everything that is sent to a card company. */
export function number(gmo: Gmo, transaction: Transaction): void {
  const at = stamp(gmo.now())
  const count = gmo.store.next('gmo.acquirer')
  transaction.forward = FORWARD
  transaction.approve = String(6_416_000 + (count % 1_000_000)).padStart(7, '0')
  transaction.tranId = at.slice(2, 12) + String(count).padStart(18, '1')
  transaction.tranDate = at
}

/** The card company's decline of a charge, if any. */
export function declineOf(gmo: Gmo, transaction: Transaction, attended: boolean): string | undefined {
  const behaviour = behaviourOf(transaction.card?.key ?? '')
  // YYMM, valid until the end of that month.
  const expired = (transaction.card?.expire ?? '') < stamp(gmo.now()).slice(2, 6) ? '42G830000' : undefined
  return behaviour.decline ?? expired ?? (attended ? undefined : behaviour.declineUnattended)
}

/** Requests a charge from the card company; throws its decline and leaves the transaction unprocessed. */
export function authorize(gmo: Gmo, transaction: Transaction, api: string, attended: boolean): void {
  const refusal = declineOf(gmo, transaction, attended)
  if (refusal !== undefined) {
    record(gmo, transaction, api, transaction.jobCd, 'UNPROCESSED', refusal)
    throw new GmoError(refusal)
  }
  number(gmo, transaction)
  record(gmo, transaction, api, transaction.jobCd, transaction.jobCd as Status)
}

/** MD5 over the response's fields and the shop's password, so that the shop can detect a forged response. */
function checkString(gmo: Gmo, transaction: Transaction): string {
  const { orderId, forward, method, payTimes, approve, tranId, tranDate } = transaction
  const text = orderId + forward + method + payTimes + approve + tranId + tranDate + gmo.config.shopPass
  return createHash('md5').update(text).digest('hex')
}

export function settledFields(gmo: Gmo, transaction: Transaction): Fields {
  const { orderId, forward, method, payTimes, approve, tranId, tranDate } = transaction
  const fields: Fields = {
    OrderID: orderId,
    Forward: forward,
    Method: method,
    PayTimes: payTimes,
    Approve: approve,
    TranID: tranId,
    TranDate: tranDate,
    CheckString: checkString(gmo, transaction),
  }
  if (transaction.clientFieldFlag === '1')
    transaction.clientFields.forEach((value, at) => {
      fields[`ClientField${at + 1}`] = value
    })
  return fields
}

export function alteredFields(transaction: Transaction): Fields {
  const { accessId, accessPass, forward, approve, tranId, tranDate } = transaction
  return {
    AccessID: accessId,
    AccessPass: accessPass,
    Forward: forward,
    Approve: approve,
    TranID: tranId,
    TranDate: tranDate,
  }
}
