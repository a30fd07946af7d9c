import iconv from 'iconv-lite'
import { Check, checkAmount, checkOrderId, checkShop } from '../check.ts'
import type { Transaction } from '../entities.ts'
import type { Call } from '../gmo.ts'
import { hex32, record } from '../ledger.ts'

/** EUC-JP in Base64, at most 25 characters; the bank's page shows it as the shop's name. */
function tenantName(check: Check): string {
  const value = check.value('TdTenantName')
  check.refuse('E01370012', value.length > 25)
  check.refuse('E01370008', !/^(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$/.test(value))
  const name = iconv.decode(Buffer.from(value, 'base64'), 'euc-jp')
  check.refuse('E01370008', name.includes('\ufffd'))
  return name
}

/** 取引登録: reserves an OrderID and returns the key pair for the following calls. */
export const entryTran: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const orderId = checkOrderId(check)
  const jobCd = check.required('JobCd', 'E01050001', /^(CHECK|AUTH|CAPTURE|SAUTH)$/, 'E01050002')
  const amount = checkAmount(check, jobCd !== 'CHECK')
  const itemCode = check.optional('ItemCode', /^\d{7}$/, 'E01450008')
  // 1 means 3-D Secure 1, which ended in October 2022.
  const tdFlag = check.optional('TdFlag', /^[012]$/, 'E01080007')
  check.refuse('E01080010', tdFlag === '1')
  const tds2Type = check.optional('Tds2Type', /^[123]$/, 'E01840010')
  const name = tenantName(check)
  check.done()
  check.refuse('E01040010', gmo.entities.transactions.get(orderId) !== undefined)
  check.done()

  const transaction: Transaction = {
    orderId,
    accessId: hex32(),
    accessPass: hex32(),
    jobCd,
    status: 'UNPROCESSED',
    amount: jobCd === 'CHECK' ? 0 : amount,
    tax: jobCd === 'CHECK' ? 0 : Number(check.value('Tax')),
    itemCode: itemCode === '' ? '0000990' : itemCode,
    tdFlag: tdFlag === '' ? '0' : tdFlag,
    tds2Type: tds2Type === '' ? '2' : tds2Type,
    tenantName: name,
    enteredAt: gmo.now().toISOString(),
    processDate: '',
    method: '',
    payTimes: '',
    siteId: '',
    memberId: '',
    cardSeq: '',
    card: null,
    forward: '',
    tranId: '',
    approve: '',
    tranDate: '',
    clientFields: ['', '', ''],
    clientFieldFlag: '0',
    threeDs: null,
    history: [],
  }
  record(gmo, transaction, 'EntryTran', jobCd, 'UNPROCESSED')
  return { AccessID: transaction.accessId, AccessPass: transaction.accessPass }
}
