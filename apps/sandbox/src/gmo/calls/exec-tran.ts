import { randomBytes, randomUUID } from 'node:crypto'
import { Check, checkAccess, checkOrderId } from '../check.ts'
import type { Transaction } from '../entities.ts'
import { GmoError } from '../errors.ts'
import type { Call, Gmo } from '../gmo.ts'
import { authorize, record, settledFields } from '../ledger.ts'
import { checkCardSource } from '../vault.ts'
import type { Fields } from '../wire.ts'

function checkMethod(check: Check, transaction: Transaction | undefined): { method: string; payTimes: string } {
  const method = check.value('Method')
  check.refuse('E01260001', method === '' && transaction?.jobCd !== 'CHECK')
  check.refuse('E01260002', method !== '' && !/^[1-5]$/.test(method))
  // Included in the contract here: lump sum and instalments.
  check.refuse('E01260010', /^[345]$/.test(method))
  if (method !== '2') return { method, payTimes: '' }
  const payTimes = check.required('PayTimes', 'E01270001', /^\d*$/, 'E01270006')
  check.refuse('E01270010', /^\d+$/.test(payTimes) && ![3, 5, 6, 10, 12, 15, 18, 20, 24].includes(Number(payTimes)))
  return { method, payTimes }
}

function checkClientFields(check: Check): [string, string, string] {
  const field = (at: number) => {
    const value = check.value(`ClientField${at}`)
    check.refuse(`E01${31 + at}0012`, [...value].reduce((sum, sign) => sum + (sign > '\x7f' ? 2 : 1), 0) > 100)
    return value
  }
  check.optional('ClientFieldFlag', /^[01]$/, 'E01400007')
  return [field(1), field(2), field(3)]
}

function checkThreeDs(check: Check, transaction: Transaction | undefined): void {
  if (transaction?.tdFlag !== '2') return
  const retUrl = check.required('RetUrl', 'E01530001')
  check.refuse('E01530005', retUrl.length > 2048 || (retUrl !== '' && !/^https?:\/\/./.test(retUrl)))
  // 2, the stepwise flow with Tds2Auth and Tds2Result, needs a separate contract.
  check.refuse('E61020001', check.value('CallbackType') === '2')
  check.optional('CallbackType', /^[123]$/, 'E01840010')
}

/** Redirects the browser to the bank; the charge waits until SecureTran2. */
function startThreeDs(gmo: Gmo, transaction: Transaction, check: Check): Fields {
  const transId = randomUUID()
  const t = randomBytes(16).toString('hex')
  transaction.threeDs = {
    transId,
    t,
    retUrl: check.value('RetUrl'),
    callbackType: check.value('CallbackType') === '3' ? '3' : '1',
    attempts: 0,
    result: '',
  }
  gmo.entities.authentications.put(transId, { orderId: transaction.orderId })
  record(gmo, transaction, 'ExecTran', transaction.jobCd, 'AUTHENTICATED')
  return { ACS: '2', RedirectUrl: `${gmo.publicUrl()}/sandbox/gmo/3ds/brw/callback?transId=${transId}&t=${t}` }
}

/** 決済実行: names the card and charges it, or starts the 3-D Secure authentication. */
export const execTran: Call = (gmo, fields) => {
  const check = new Check(fields)
  const transaction = checkAccess(gmo, check)
  const orderId = checkOrderId(check)
  const { method, payTimes } = checkMethod(check, transaction)
  const clientFields = checkClientFields(check)
  checkThreeDs(check, transaction)
  const source = checkCardSource(gmo, check)
  check.done()
  if (transaction === undefined || transaction.orderId !== orderId) throw new GmoError('E01110002')
  // An authentication in progress cannot be restarted: the shop registers a new transaction instead.
  if (transaction.status === 'AUTHENTICATED') throw new GmoError('E11010003')
  if (transaction.status !== 'UNPROCESSED') throw new GmoError('E11010001')

  Object.assign(transaction, source(), {
    method,
    payTimes,
    clientFields,
    clientFieldFlag: fields.ClientFieldFlag ?? '0',
  })
  if (transaction.tdFlag === '2') return startThreeDs(gmo, transaction, check)
  authorize(gmo, transaction, 'ExecTran', false)
  return { ACS: '0', ...settledFields(gmo, transaction) }
}
