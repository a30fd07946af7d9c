import { Check, checkOrderId, checkShop } from '../check.ts'
import { GmoError } from '../errors.ts'
import type { Call } from '../gmo.ts'

/** 取引状態参照: the state of an OrderID, for a shop that lost a response. */
export const searchTrade: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const orderId = checkOrderId(check)
  check.done()
  const found = gmo.entities.transactions.get(orderId)
  if (found === undefined) throw new GmoError('E01110002')
  return {
    OrderID: orderId,
    Status: found.status,
    ProcessDate: found.processDate,
    JobCd: found.jobCd,
    AccessID: found.accessId,
    AccessPass: found.accessPass,
    ItemCode: found.itemCode,
    Amount: String(found.amount),
    Tax: String(found.tax),
    SiteID: found.siteId,
    MemberID: found.memberId,
    CardNo: found.card?.masked ?? '',
    Expire: found.card?.expire ?? '',
    Method: found.method,
    PayTimes: found.payTimes,
    Forward: found.forward,
    TranID: found.tranId,
    Approve: found.approve,
    ClientField1: found.clientFields[0],
    ClientField2: found.clientFields[1],
    ClientField3: found.clientFields[2],
  }
}
