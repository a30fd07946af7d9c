import { html } from '../core/html.ts'
import { LEDGER_CSS, table, time, yen } from '../core/ledger-page.ts'
import { page } from '../core/page.ts'
import type { Ganb } from './entities.ts'
import type { Gmo } from './gmo.ts'
import { stamp } from './time.ts'
import type { Fields } from './wire.ts'

/** Where every transfer comes from. */
export const REMITTER = { bank: 'ﾃｽﾄｷﾞﾝｺｳ', branch: 'ﾃｽﾄｼﾃﾝ', name: 'ﾔﾏｸﾞﾁ ﾊﾅｺ' }

export const saveGanb = (gmo: Gmo, one: Ganb): void => gmo.entities.ganb.put(one.orderId, one, one.accessId)

/** An account to which not enough was transferred in time has expired. */
export function currentGanb(gmo: Gmo, one: Ganb | undefined): Ganb | undefined {
  if (one?.status !== 'TRADING' || gmo.now() <= new Date(one.closesAt!)) return one
  const over: Ganb = { ...one, status: 'EXPIRED' }
  saveGanb(gmo, over)
  return over
}

const sumOf = ({ transfers }: Ganb) => transfers.reduce((sum, { amount }) => sum + amount, 0)

/**
 * A transfer of any amount. `late`: also to an account that was stopped or has expired, as one that was under way. What reaches a paid
 * account is taken as well.
 */
export function transferTo(
  gmo: Gmo,
  orderId: string,
  { amount, name, late }: { amount: number; name: string; late: boolean },
): Ganb | null {
  const one = currentGanb(gmo, gmo.entities.ganb.get(orderId))
  if (!one || one.status === 'UNPROCESSED' || !Number.isInteger(amount) || amount < 1) return null
  if (!late && one.status !== 'TRADING' && one.status !== 'PAYSUCCESS') return null
  const transfers = [...one.transfers, { at: gmo.now().toISOString(), name: name || REMITTER.name, amount }]
  const more: Ganb = { ...one, transfers }
  const isPaid = one.status === 'TRADING' && sumOf(more) >= one.amount
  const after: Ganb = isPaid ? { ...more, status: 'PAYSUCCESS' } : more
  saveGanb(gmo, after)
  return after
}

const BANK = {
  code: '0310',
  name: 'ジーエムオーアオゾラネット',
  branch: '503',
  branchName: 'テスト',
  holder: 'テストショップ',
}

/** The account, under names that begin with `prefix`; empty before it is issued. */
export function accountFields(one: Ganb, prefix: string): Fields {
  const isIssued = one.closesAt !== null
  const field = (name: string, value: string) => [`${prefix}${name}`, isIssued ? value : '']
  return Object.fromEntries([
    field('BankCode', BANK.code),
    field('BankName', BANK.name),
    field('BranchCode', BANK.branch),
    field('BranchName', BANK.branchName),
    field('AccountType', '1'),
    field('AccountNumber', one.accountNumber),
    field('AccountHolderName', BANK.holder),
  ])
}

/** What came in all and at last, under names that begin with `prefix`. */
export function transferSums(one: Ganb, prefix: string): Fields {
  const last = one.transfers.at(-1)
  const fields = {
    TotalTransferAmount: String(sumOf(one)),
    TotalTransferCount: String(one.transfers.length),
    LatestTransferAmount: last ? String(last.amount) : '',
    LatestTransferDate: last ? stamp(new Date(last.at)).slice(0, 8) : '',
    LatestTransferName: last?.name ?? '',
    LatestTransferBankName: last ? REMITTER.bank : '',
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]))
}

/** 結果通知 of a transfer; where it paid the transaction, GMO sends a second one. */
export function ganbNotice(gmo: Gmo, one: Ganb): Fields {
  const last = one.transfers.at(-1)
  return {
    ShopID: gmo.config.shopId,
    ShopPass: '*'.repeat(10),
    AccessID: one.accessId,
    AccessPass: '*'.repeat(32),
    OrderID: one.orderId,
    Status: one.status,
    Amount: String(one.amount),
    Tax: '0',
    PayType: '36',
    GanbProcessType: last ? '4' : '1',
    ...accountFields(one, 'Ganb'),
    GanbInAmount: last ? String(last.amount) : '',
    GanbInClientName: last?.name ?? '',
    GanbInSettlementDate: last ? stamp(new Date(last.at)).slice(0, 8) : '',
    GanbTotalTransferAmount: String(sumOf(one)),
    GanbTotalTransferCount: String(one.transfers.length),
  }
}

const WORDS: Record<Ganb['status'], string> = {
  UNPROCESSED: '未決済',
  TRADING: '入金待ち',
  PAYSUCCESS: '入金済み',
  EXPIRED: '期限切れ',
  STOP: '停止',
}

const row = (one: Ganb) => html`<tr>
<td class="num">${one.orderId}<br>${time(one.enteredAt)}</td>
<td class="num">${one.accountNumber || '—'}</td>
<td class="num right">${yen(one.amount)}<br>入金 ${yen(sumOf(one))}（${one.transfers.length}回）</td>
<td><span class="state ${one.status === 'PAYSUCCESS' ? 'good' : ''}">${WORDS[one.status]}</span>${one.closesAt === null ? null : html`<br>${time(one.closesAt)}まで`}</td>
<td>${
  one.status === 'UNPROCESSED'
    ? null
    : html`<form method="post" action="/sandbox/gmo/transfer/pay"><input type="hidden" name="order_id" value="${one.orderId}"><input type="hidden" name="late" value="1"><label>金額 <input name="amount" inputmode="numeric" size="8" value="${Math.max(1, one.amount - sumOf(one))}"></label> <button>振り込む</button></form>`
}</td></tr>`

/** The bank of all customers. */
export const bankPage = (gmo: Gmo): Response =>
  page({
    title: '銀行の窓口（代役）',
    css: LEDGER_CSS,
    body: html`<h1>銀行の窓口</h1>
<p class="lead">お店で「銀行振込」を選ぶと、口座がここに並びます。金額は、足りなくても多くても振り込めます。</p>
${table(
  ['オーダーID', '口座番号', '金額', '状態', ''],
  gmo.entities.ganb.newest(50).map((one) => row(currentGanb(gmo, one)!)),
  'まだ口座はありません。',
)}`,
  })
