import { createHash } from 'node:crypto'
import { Check, checkAmount, checkOrderId, checkShop } from '../check.ts'
import { CHAINS, currentCvs, saveCvs } from '../cvs.ts'
import type { Cvs } from '../entities.ts'
import { GmoError } from '../errors.ts'
import type { Call, Gmo } from '../gmo.ts'
import { hex32, isOrderIdUsed } from '../ledger.ts'
import { stamp } from '../time.ts'

/** GMO's highest amount at a コンビニ. */
const MOST = 299_999

/** コンビニの取引登録 */
export const entryTranCvs: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const orderId = checkOrderId(check)
  const amount = checkAmount(check, true)
  check.refuse('E01060005', amount > MOST)
  check.done()
  check.refuse('E01040010', isOrderIdUsed(gmo, orderId))
  check.done()
  const one: Cvs = {
    orderId,
    accessId: hex32(),
    accessPass: hex32(),
    status: 'UNPROCESSED',
    amount,
    convenience: '',
    confNo: '',
    receiptNo: '',
    customerName: '',
    contact: '',
    closesAt: null,
    enteredAt: gmo.now().toISOString(),
    paidAt: null,
  }
  saveCvs(gmo, one)
  return { AccessID: one.accessId, AccessPass: one.accessPass }
}

/** The transaction of AccessID, AccessPass and OrderID. */
function find(gmo: Gmo, check: Check): Cvs {
  const id = check.required('AccessID', 'E01090001', /^[0-9A-Za-z]{32}$/, 'E01090008')
  const pass = check.required('AccessPass', 'E01100001', /^[0-9A-Za-z]{32}$/, 'E01100008')
  const orderId = checkOrderId(check)
  check.done()
  const one = currentCvs(gmo, gmo.entities.cvs.byRef(id)[0])
  if (!one || one.accessPass !== pass || one.orderId !== orderId) throw new GmoError('E01110002')
  return one
}

/** Full-width characters only, as stores print them. */
const wide = /^[^\x20-\x7e\uff61-\uff9f]{1,20}$/

/** コンビニの決済実行: returns the number with which the customer pays. */
export const execTranCvs: Call = (gmo, fields) => {
  const check = new Check(fields)
  const convenience = check.required('Convenience', 'E01310001', /^(00007|10001|10002|10005|10008)$/, 'E01310002')
  const customerName = check.required('CustomerName', 'E01320001', wide, 'E01320008')
  check.required('CustomerKana', 'E01330001', /^[ァ-ヶー]{1,20}$/, 'E01330008')
  check.required('TelNo', 'E01340001', /^[0-9]{9,13}$/, 'E01340008')
  const days = Number(check.required('PaymentTermDay', 'E01350001', /^\d{1,2}$/, 'E01350008'))
  const name = check.required('ReceiptsDisp11', 'E01640001', /^.{1,21}$/, 'E01640005')
  const phone = check.required('ReceiptsDisp12', 'E01650001', /^[0-9-]{9,13}$/, 'E01650008')
  const hours = check.required('ReceiptsDisp13', 'E01660001', /^\d\d:\d\d-\d\d:\d\d$/, 'E01660008')
  const one = find(gmo, check)
  if (one.status !== 'UNPROCESSED') throw new GmoError('E11010001')
  const count = gmo.store.next('gmo.cvs')
  const chain = CHAINS[convenience]!
  const last = stamp(new Date(gmo.now().getTime() + days * 86_400_000)).slice(0, 8)
  const executed: Cvs = {
    ...one,
    status: 'REQSUCCESS',
    convenience,
    customerName,
    contact: `${name} ${phone} ${hours}`,
    confNo: chain.confNo,
    receiptNo: String(count).padStart(chain.digits, chain.digits === 13 ? '8800000000000' : '400000000000'),
    closesAt: new Date(`${last.slice(0, 4)}-${last.slice(4, 6)}-${last.slice(6)}T23:59:59+09:00`).toISOString(),
  }
  saveCvs(gmo, executed)
  const term = stamp(new Date(executed.closesAt!))
  const { orderId, confNo, receiptNo } = executed
  const date = stamp(gmo.now())
  const text = orderId + convenience + confNo + receiptNo + term + date + gmo.config.shopPass
  return {
    OrderID: orderId,
    Convenience: convenience,
    ConfNo: confNo,
    ReceiptNo: receiptNo,
    PaymentTerm: term,
    TranDate: date,
    CheckString: createHash('md5').update(text).digest('hex'),
  }
}

/** コンビニの取消: the number is good no more. What was paid stays paid. */
export const cvsCancel: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const one = find(gmo, check)
  if (one.status !== 'REQSUCCESS') throw new GmoError('E11010003')
  saveCvs(gmo, { ...one, status: 'CANCEL' })
  return { OrderID: one.orderId, Status: 'CANCEL' }
}
