import { html } from '../core/html.ts'
import { LEDGER_CSS, table, time, yen } from '../core/ledger-page.ts'
import { page } from '../core/page.ts'
import type { Cvs } from './entities.ts'
import type { Gmo } from './gmo.ts'

/** Chains by GMO's code; `confNo`: the fixed second number of some. */
export const CHAINS: Record<string, { name: string; digits: number; confNo: string }> = {
  '00007': { name: 'セブン-イレブン', digits: 13, confNo: '' },
  '10001': { name: 'ローソン', digits: 11, confNo: '400008' },
  '10002': { name: 'ファミリーマート', digits: 12, confNo: '20020' },
  '10005': { name: 'ミニストップ', digits: 11, confNo: '400008' },
  '10008': { name: 'セイコーマート', digits: 11, confNo: '400008' },
}

export const saveCvs = (gmo: Gmo, one: Cvs): void => gmo.entities.cvs.put(one.orderId, one, one.accessId)

/** A number that nobody paid in time has expired. */
export function currentCvs(gmo: Gmo, one: Cvs | undefined): Cvs | undefined {
  if (one?.status !== 'REQSUCCESS' || gmo.now() <= new Date(one.closesAt!)) return one
  const over: Cvs = { ...one, status: 'EXPIRED' }
  saveCvs(gmo, over)
  return over
}

/** The customer pays at the register. `late`: although the number was cancelled or has expired, as in its last moment. */
export function payCvs(gmo: Gmo, orderId: string, late: boolean): Cvs | null {
  const one = currentCvs(gmo, gmo.entities.cvs.get(orderId))
  if (!one || (one.status !== 'REQSUCCESS' && !(late && ['CANCEL', 'EXPIRED'].includes(one.status)))) return null
  const paid: Cvs = { ...one, status: 'PAYSUCCESS', paidAt: gmo.now().toISOString() }
  saveCvs(gmo, paid)
  return paid
}

/** 結果通知 of a コンビニ transaction. */
export const cvsNotice = (gmo: Gmo, one: Cvs): Record<string, string> => ({
  ShopID: gmo.config.shopId,
  ShopPass: '*'.repeat(10),
  AccessID: one.accessId,
  AccessPass: '*'.repeat(32),
  OrderID: one.orderId,
  Status: one.status,
  Amount: String(one.amount),
  Tax: '0',
  CvsCode: one.convenience,
  CvsConfNo: one.confNo,
  CvsReceiptNo: one.receiptNo,
  PayType: '3',
})

const WORDS: Record<Cvs['status'], string> = {
  UNPROCESSED: '未決済',
  REQSUCCESS: '入金待ち',
  PAYSUCCESS: '入金済み',
  EXPIRED: '期限切れ',
  CANCEL: '取消',
}

const row = (one: Cvs) => html`<tr>
<td class="num">${one.orderId}<br>${time(one.enteredAt)}</td>
<td>${CHAINS[one.convenience]?.name ?? '—'}<br><span class="num">${one.receiptNo}${one.confNo === '' ? null : html` / ${one.confNo}`}</span></td>
<td class="num right">${yen(one.amount)}</td>
<td><span class="state ${one.status === 'PAYSUCCESS' ? 'good' : ''}">${WORDS[one.status]}</span>${one.closesAt === null ? null : html`<br>${time(one.closesAt)}まで`}</td>
<td>${
  one.status === 'REQSUCCESS'
    ? html`<form method="post" action="/sandbox/gmo/konbini/pay"><input type="hidden" name="order_id" value="${one.orderId}"><button>レジで支払う</button></form>`
    : null
}</td></tr>`

/** The register of all コンビニ. */
export const konbiniPage = (gmo: Gmo): Response =>
  page({
    title: 'コンビニのレジ（代役）',
    css: LEDGER_CSS,
    body: html`<h1>コンビニのレジ</h1>
<p class="lead">お店で「コンビニ払い」を選ぶと、番号がここに並びます。</p>
${table(
  ['オーダーID', 'お店と番号', '金額', '状態', ''],
  gmo.entities.cvs.newest(50).map((one) => row(currentCvs(gmo, one)!)),
  'まだ番号はありません。',
)}`,
  })
