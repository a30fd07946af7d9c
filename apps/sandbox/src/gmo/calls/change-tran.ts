import { Check, checkAccess, checkAmount, checkShop } from '../check.ts'
import { GmoError } from '../errors.ts'
import type { Call } from '../gmo.ts'
import { alteredFields, declineOf, number, record } from '../ledger.ts'
import { assertSettled } from './alter-tran.ts'

/**
 * 金額変更: changes the amount of an authorized or captured transaction; not of a cancelled one. The card company is asked
 * for the new amount, and may decline it: then the old one stays.
 */
export const changeTran: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const transaction = checkAccess(gmo, check)
  const jobCd = check.required('JobCd', 'E01050001', /^(CAPTURE|AUTH|SAUTH)$/, 'E01050002')
  const amount = checkAmount(check, true)
  check.done()
  assertSettled(gmo, transaction)
  const { status } = transaction
  const sold = status === 'CAPTURE' || status === 'SALES'
  if (!sold && status !== 'AUTH' && status !== 'SAUTH') throw new GmoError('E11010003')
  if (sold !== (jobCd === 'CAPTURE')) throw new GmoError('E11010003')

  const decline = declineOf(gmo, transaction, false)
  if (decline !== undefined) throw new GmoError(decline)
  Object.assign(transaction, { amount, tax: Number(check.value('Tax')) })
  number(gmo, transaction)
  record(gmo, transaction, 'ChangeTran', jobCd, status)
  return alteredFields(transaction)
}
