import { Check, checkAccess } from '../check.ts'
import { GmoError } from '../errors.ts'
import type { Call } from '../gmo.ts'
import { authorize, record, settledFields } from '../ledger.ts'

const FAILURES = { N: 'E21010001', CANCELLED: 'E21020002' } as const

/**
 * 決済実行（3-Dセキュア認証後）: charges after the customer has come back from the bank.
 *
 * Too early (the customer is still at the bank): E21010999, and nothing changes. A second time after a success:
 * E11010001, never the first response again; a shop that lost the response queries SearchTrade. A second time after a
 * failure: E01110010, because the transaction has returned to UNPROCESSED.
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
  // Tds2Type 3: charge without 3-D Secure if the issuer does not support it; 1 and 2 are then an error.
  const unenrolled = result === 'NOT_ENROLLED' && transaction.tds2Type !== '3' ? 'E21010201' : undefined
  const failure = result === 'N' || result === 'CANCELLED' ? FAILURES[result] : unenrolled
  if (failure !== undefined) {
    record(gmo, transaction, 'SecureTran2', transaction.jobCd, 'UNPROCESSED', failure)
    throw new GmoError(failure)
  }
  authorize(gmo, transaction, 'SecureTran2', true)
  return settledFields(gmo, transaction)
}
