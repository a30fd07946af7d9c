import { Check, checkAmount, checkOrderId, checkShop } from '../check.ts'
import type { Ganb } from '../entities.ts'
import { GmoError } from '../errors.ts'
import { accountFields, currentGanb, REMITTER, saveGanb, transferSums } from '../ganb.ts'
import type { Call, Gmo } from '../gmo.ts'
import { hex32, isOrderIdUsed } from '../ledger.ts'
import { stamp } from '../time.ts'

/** バーチャル口座の取引登録 */
export const entryTranGanb: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const orderId = checkOrderId(check)
  const amount = checkAmount(check, true)
  check.done()
  check.refuse('E01040010', isOrderIdUsed(gmo, orderId))
  check.done()
  const one: Ganb = {
    orderId,
    accessId: hex32(),
    accessPass: hex32(),
    status: 'UNPROCESSED',
    amount,
    accountNumber: '',
    tradeDays: 0,
    closesAt: null,
    enteredAt: gmo.now().toISOString(),
    transfers: [],
  }
  saveGanb(gmo, one)
  return { OrderID: orderId, AccessID: one.accessId, AccessPass: one.accessPass }
}

/** The transaction of AccessID, AccessPass and OrderID. */
function find(gmo: Gmo, check: Check): Ganb {
  const id = check.required('AccessID', 'E01090001', /^[0-9A-Za-z]{32}$/, 'E01090008')
  const pass = check.required('AccessPass', 'E01100001', /^[0-9A-Za-z]{32}$/, 'E01100008')
  const orderId = checkOrderId(check)
  check.done()
  const one = currentGanb(gmo, gmo.entities.ganb.byRef(id)[0])
  if (!one || one.accessPass !== pass || one.orderId !== orderId) throw new GmoError('E01110002')
  return one
}

/** バーチャル口座の発行 */
export const execTranGanb: Call = (gmo, fields) => {
  const check = new Check(fields)
  const tradeDays = Number(check.required('TradeDays', 'E01350001', /^\d{1,2}$/, 'E01350008'))
  const one = find(gmo, check)
  if (one.status !== 'UNPROCESSED') throw new GmoError('E11010001')
  const last = stamp(new Date(gmo.now().getTime() + tradeDays * 86_400_000)).slice(0, 8)
  const executed: Ganb = {
    ...one,
    status: 'TRADING',
    tradeDays,
    accountNumber: String(gmo.store.next('gmo.ganb')).padStart(7, '5000000'),
    closesAt: new Date(`${last.slice(0, 4)}-${last.slice(4, 6)}-${last.slice(6)}T23:59:59+09:00`).toISOString(),
  }
  saveGanb(gmo, executed)
  return { AccessID: one.accessId, ...accountFields(executed, ''), AvailableDate: last }
}

/** 取引停止: the account takes nothing more. What came in stays. */
export const cancelTranGanb: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const one = find(gmo, check)
  if (one.status !== 'TRADING') throw new GmoError('E11010003')
  const stopped: Ganb = { ...one, status: 'STOP' }
  saveGanb(gmo, stopped)
  return { OrderID: one.orderId, Status: 'STOP', ...transferSums(stopped, '') }
}

/** 入金履歴: one line for each transfer, its values between `|`. */
export const inquiryTransferGanb: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const { transfers } = find(gmo, check)
  const { bank, branch } = REMITTER
  return transfers.map(({ at, name, amount }) =>
    [stamp(new Date(at)).slice(0, 8), name, bank, branch, amount].join('|'),
  )
}
