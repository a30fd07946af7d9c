import { Check, checkOrderId, checkShop } from '../check.ts'
import { currentCvs } from '../cvs.ts'
import type { Cvs, Ganb } from '../entities.ts'
import { GmoError } from '../errors.ts'
import { accountFields, currentGanb, transferSums } from '../ganb.ts'
import type { Call } from '../gmo.ts'
import { stamp } from '../time.ts'
import type { Fields } from '../wire.ts'

const ofCvs = (one: Cvs): Fields => ({
  ProcessDate: stamp(new Date(one.paidAt ?? one.enteredAt)),
  CvsCode: one.convenience,
  CvsConfNo: one.confNo,
  CvsReceiptNo: one.receiptNo,
  PaymentTerm: one.closesAt === null ? '' : stamp(new Date(one.closesAt)),
})

const ofGanb = (one: Ganb): Fields => ({
  ProcessDate: stamp(new Date(one.transfers.at(-1)?.at ?? one.enteredAt)),
  ...accountFields(one, 'Ganb'),
  GanbExpireDays: one.closesAt === null ? '' : String(one.tradeDays),
  GanbExpireDate: one.closesAt === null ? '' : stamp(new Date(one.closesAt)).slice(0, 8),
  GanbTradeReason: '',
  GanbTradeClientName: '',
  ...transferSums(one, 'Ganb'),
})

/** 取引状態参照 of ways besides cards: コンビニ (PayType 3) and バーチャル口座 (36). */
export const searchTradeMulti: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const OrderID = checkOrderId(check)
  const PayType = check.required('PayType', 'E01760001', /^(3|36)$/, 'E01760008')
  check.done()
  const { cvs, ganb } = gmo.entities
  const [one, own] =
    PayType === '3'
      ? ofOne(currentCvs(gmo, cvs.get(OrderID)), ofCvs)
      : ofOne(currentGanb(gmo, ganb.get(OrderID)), ofGanb)
  const { status: Status, accessId: AccessID, accessPass: AccessPass, amount } = one
  return { OrderID, Status, AccessID, AccessPass, Amount: String(amount), Tax: '0', PayType, ...own }
}

function ofOne<T extends Cvs | Ganb>(one: T | undefined, fieldsOf: (one: T) => Fields): [T, Fields] {
  if (!one) throw new GmoError('E01110002')
  return [one, fieldsOf(one)]
}
