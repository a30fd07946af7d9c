import { Check, checkAccess } from '../check.ts'
import { GmoError } from '../errors.ts'
import type { Call } from '../gmo.ts'
import { authorize, record, settledFields } from '../ledger.ts'

const FAILURES = { N: 'E21010001', CANCELLED: 'E21020002' } as const

/**
 * 決済実行（3-Dセキュア認証後）: charges once the customer has come back from the bank.
 *
 * Too early (the customer is still at the bank): E21010999, and nothing changes.
 * A second time after it worked: E11010001, never the first answer again; a shop that lost the answer asks SearchTrade.
 * A second time after it failed: E01110010, since the transaction has gone back to UNPROCESSED.
 */
export const secureTran2: Call = (gmo, fields) => {
  const check = new Check(fields)
  const transaction = checkAccess(gmo, check)
  check.done()
  if (transaction === undefined) throw new GmoError('E01110002')
  if (transaction.status === 'UNPROCESSED') throw new GmoError('E01110010')
  if (transaction.status !== 'AUTHENTICATED' || transaction.threeDs === null) throw new GmoError('E11010001')

  const { result } = transaction.threeDs
  if (result === '') throw new GmoError('E21010999')
  // Tds2Type 3: where the issuer has no 3-D Secure, charge without; 1 and 2 are an error.
  const unenrolled = result === 'NOT_ENROLLED' && transaction.tds2Type !== '3' ? 'E21010201' : undefined
  const failure = result === 'N' || result === 'CANCELLED' ? FAILURES[result] : unenrolled
  if (failure !== undefined) {
    record(gmo, transaction, 'SecureTran2', transaction.jobCd, 'UNPROCESSED', failure)
    throw new GmoError(failure)
  }
  authorize(gmo, transaction, 'SecureTran2', true)
  return settledFields(gmo, transaction)
}
