import type { Html } from '../core/html.ts'
import { html } from '../core/html.ts'
import { page } from '../core/page.ts'
import { scriptForm } from '../core/script-routes.ts'
import type { Amazon } from './amazon.ts'
import { buyerOf, methodOf } from './buyers.ts'
import { ROUTES } from './calls/index.ts'
import type { Charge, ChargePermission, Session, Wire } from './entities.ts'
import { meaningOf } from './errors.ts'
import { balanceOf } from './ledger.ts'

export const SCRIPT_APIS = ROUTES.map((route) => route.name)

const WORDS: Record<string, string> = {
  Open: '手続き中',
  Completed: '完了',
  Canceled: '取消',
  Chargeable: '請求できる',
  NonChargeable: '請求できない',
  Closed: '終了',
  AuthorizationInitiated: '審査待ち',
  Authorized: '承認済み',
  Captured: '売上',
  Declined: '否認',
}
const GOOD = /^(Completed|Chargeable|Authorized|Captured)$/

const CLOCK = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' })
const time = (iso: string) => html`<time datetime="${iso}">${CLOCK.format(new Date(iso))}</time>`
const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`
const state = ({ state, reasonCode }: { state: string; reasonCode: string | null }) =>
  html`<span class="state ${GOOD.test(state) ? 'good' : ''}">${WORDS[state] ?? state}</span><br><code class="muted">${state}${reasonCode === null ? null : ` ${reasonCode}`}</code>`
const reference = (data: Record<string, unknown>) => String(data.merchantReferenceId ?? '')

const sessionRow = (
  one: Session,
): Html => html`<tr><td class="num">${one.checkoutSessionId}<br>${time(one.createdAt)}</td>
<td>${state(one.status)}</td><td>${one.chargePermissionType}<br>${buyerOf(one.buyerId)?.name ?? '—'}</td>
<td class="num">${reference(one.merchantMetadata)}</td></tr>`

const permissionRow =
  (amazon: Amazon) =>
  (one: ChargePermission): Html =>
    html`<tr><td class="num">${one.chargePermissionId}<br>${time(one.createdAt)}</td>
<td>${state(one.status)}</td><td>${one.type}<br>${buyerOf(one.buyerId)?.name} ${methodOf(one.buyerId, one.methodId)?.descriptor}</td>
<td class="num right">${yen(balanceOf(amazon, one))} / ${yen(one.amountLimit)}</td>
<td><form method="post" action="/sandbox/amazon/buyer">
<input type="hidden" name="permission" value="${one.chargePermissionId}">
${one.status.state === 'Closed' ? null : html`<button name="action" value="close">お客様が終了する</button>`}
${one.status.state === 'NonChargeable' ? html`<button name="action" value="repair">お客様が支払い方法を直す</button>` : null}
</form></td></tr>`

const chargeRow = (
  one: Charge,
): Html => html`<tr><td class="num">${one.chargeId}<br>${reference(one.merchantMetadata)}</td>
<td>${state(one.status)}</td>
<td class="num right">${yen(one.amount)}${one.captured === 0 ? null : html`<br>売上 ${yen(one.captured)}`}${one.refunded === 0 ? null : html`<br>返金 ${yen(one.refunded)}`}</td>
<td><ul>${one.history.map((event) => html`<li>${time(event.at)} <code>${event.state}</code> ${event.reasonCode}</li>`)}</ul>
${
  one.status.state === 'AuthorizationInitiated'
    ? html`<form class="row" method="post" action="/sandbox/amazon/buyer"><input type="hidden" name="charge" value="${one.chargeId}">
<button name="action" value="approve">審査を通す</button><button name="action" value="decline">審査で断る</button></form>`
    : null
}</td></tr>`

const wireRow = (one: Wire): Html => {
  const reason = (one.response as { reasonCode?: string } | null)?.reasonCode
  return html`<details><summary>${time(one.at)} <code>${one.method} ${one.path}</code> ${one.status === 0 ? null : one.status}
${reason === undefined ? null : html` <span class="state bad">${reason}</span> ${meaningOf(reason)}`}${one.fault === '' ? null : html` <span class="state bad">予約された失敗 ${one.fault}</span>`}</summary>
<pre>${JSON.stringify(one.request, null, 1)}</pre><pre>${JSON.stringify(one.response, null, 1)}</pre></details>`
}

const table = (heads: readonly string[], rows: readonly Html[], empty: string): Html =>
  rows.length === 0
    ? html`<p class="box muted">${empty}</p>`
    : html`<div class="scroll"><table class="stack"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`

/** Amazon's records as a page. */
export function inspector(amazon: Amazon): Response {
  const { sessions, permissions, charges, wire } = amazon.entities
  return page({
    title: 'Amazon Pay（代役）',
    css: 'td ul{margin:0;padding-left:16px}summary time{color:var(--muted);font-size:14px}dl{padding:0 12px}',
    body: html`<h1>Amazon Pay</h1>
<p class="lead">Amazon Pay（v2）の代役が持つ帳簿です。署名の合わない呼び出しは断ります。</p>
<h2>請求 <span class="small muted">${charges.count()}件</span></h2>
${table(['請求', '状態', '金額', 'これまで'], charges.newest(50).map(chargeRow), 'まだ請求はありません。お店でAmazon Payを選んで注文すると、ここに出ます。')}
<h2>課金許可</h2>
${table(['課金許可', '状態', '種類とお客様', '残り / 上限', ''], permissions.newest(50).map(permissionRow(amazon)), 'まだ課金許可はありません。')}
<h2>セッション</h2>
${table(['セッション', '状態', '種類とお客様', '店の番号'], sessions.newest(50).map(sessionRow), 'まだセッションはありません。')}
<h2>失敗を起こす</h2>
${scriptForm({ scripts: amazon.scripts, provider: 'amazon', back: '/sandbox/amazon/', apis: SCRIPT_APIS })}
<h2>通信の記録 <span class="small muted">新しい順に50件</span></h2>
${wire.count() === 0 ? html`<p class="box muted">まだ通信はありません。</p>` : html`<div class="scroll">${wire.newest(50).map(wireRow)}</div>`}
<p class="small"><a href="/sandbox/amazon/transactions.json">transactions.json</a>　<a href="/sandbox/amazon/wire.json">wire.json</a></p>`,
  })
}
