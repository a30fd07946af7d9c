import { Check, checkAccess, checkAmount, checkShop } from '../check.ts'
import type { Status, Transaction } from '../entities.ts'
import { GmoError } from '../errors.ts'
import type { Call, Gmo } from '../gmo.ts'
import { alteredFields, authorize, number, record } from '../ledger.ts'
import { parseStamp, stamp } from '../time.ts'

const DAY = 24 * 60 * 60 * 1000
/** An authorisation is kept for this many days; after that it can't become a sale. */
const SALES_DAYS = 90
const DAYS_180 = 180 * DAY

/** The states from which each job is allowed. A CHECK cannot be changed. */
const FROM: Record<string, readonly Status[]> = {
  SALES: ['AUTH', 'SAUTH'],
  VOID: ['AUTH', 'SAUTH', 'CAPTURE', 'SALES'],
  RETURN: ['AUTH', 'SAUTH', 'CAPTURE', 'SALES'],
  RETURNX: ['CAPTURE', 'SALES'],
  // 再オーソリ of a cancelled transaction.
  AUTH: ['VOID', 'RETURN', 'RETURNX'],
  CAPTURE: ['VOID', 'RETURN', 'RETURNX'],
}

export function assertSettled(gmo: Gmo, transaction: Transaction | undefined): asserts transaction is Transaction {
  if (transaction === undefined) throw new GmoError('E01110002')
  if (transaction.status === 'UNPROCESSED' || transaction.status === 'AUTHENTICATED') throw new GmoError('E11010002')
  if (gmo.now().getTime() - parseStamp(transaction.tranDate).getTime() > DAYS_180) throw new GmoError('E11010010')
}

/**
 * The only job that cancels a transaction, by the day of its last step in Japan, as the gateway's own module for EC-CUBE 2
 * chooses it: VOID on the same day, RETURN in the same month, RETURNX later; of an authorisation always RETURN then.
 */
function cancelJob(gmo: Gmo, { status, tranDate }: Transaction): string {
  const now = stamp(gmo.now())
  if (tranDate.slice(0, 8) === now.slice(0, 8)) return 'VOID'
  const sold = status === 'CAPTURE' || status === 'SALES'
  return sold && tranDate.slice(0, 6) !== now.slice(0, 6) ? 'RETURNX' : 'RETURN'
}

/** 決済変更: captures an authorization, or refunds it. */
export const alterTran: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const transaction = checkAccess(gmo, check)
  const jobCd = check.required('JobCd', 'E01050001', /^(SALES|VOID|RETURNX?|AUTH|CAPTURE)$/, 'E01050002')
  const amount = checkAmount(check, /^(SALES|AUTH|CAPTURE)$/.test(jobCd))
  check.done()
  assertSettled(gmo, transaction)
  const { status } = transaction
  if (jobCd === 'SALES' && (status === 'SALES' || status === 'CAPTURE')) throw new GmoError('E11010001')
  if (FROM[jobCd]?.includes(status) !== true) throw new GmoError('E11010003')
  const days = (gmo.now().getTime() - parseStamp(transaction.tranDate).getTime()) / DAY
  if (jobCd === 'SALES' && days > SALES_DAYS) throw new GmoError('E11010010')
  if (/^(VOID|RETURNX?)$/.test(jobCd) && jobCd !== cancelJob(gmo, transaction)) throw new GmoError('E11010003')

  if (jobCd === 'AUTH' || jobCd === 'CAPTURE') {
    Object.assign(transaction, { jobCd, amount, tax: Number(check.value('Tax')) })
    authorize(gmo, transaction, 'AlterTran', false)
    return alteredFields(transaction)
  }
  if (check.value('Amount') !== '' && amount !== transaction.amount) throw new GmoError('E01060010')
  number(gmo, transaction)
  record(gmo, transaction, 'AlterTran', jobCd, jobCd as Status)
  return alteredFields(transaction)
}
