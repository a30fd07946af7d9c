import type { Gmo } from './gmo.ts'

/**
 * 結果通知: the gateway's POST to the shop's 結果通知URL about a transaction, with its passwords masked. Returns the shop's
 * answer (`0` is 受信成功), or null for an unknown order.
 */
export async function sendNotice(gmo: Gmo, orderId: string, url: string): Promise<string | null> {
  const found = gmo.entities.transactions.get(orderId)
  if (found === undefined || !URL.canParse(url)) return null
  const fields = {
    ShopID: gmo.config.shopId,
    ShopPass: '*'.repeat(10),
    AccessID: found.accessId,
    AccessPass: '*'.repeat(32),
    OrderID: orderId,
    Status: found.status,
    JobCd: found.jobCd,
    Amount: String(found.amount),
    Tax: String(found.tax),
    Currency: 'JPN',
    Forward: found.forward,
    Method: found.method,
    PayTimes: found.payTimes,
    TranID: found.tranId,
    Approve: found.approve,
    TranDate: found.tranDate,
    ErrCode: '',
    ErrInfo: '',
    PayType: '0',
  }
  const res = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  return res.text()
}
