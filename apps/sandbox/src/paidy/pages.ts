import type { Html } from '../core/html.ts'
import { html } from '../core/html.ts'
import { LEDGER_CSS, messages, table, time, yen } from '../core/ledger-page.ts'
import { page } from '../core/page.ts'
import { scriptForm } from '../core/script-routes.ts'
import { ROUTES } from './calls.ts'
import { MEANINGS, type Paidy, type Payment } from './paidy.ts'

export const PAIDY_APIS = ROUTES.map(({ name }) => name)
export const BACK = '/sandbox/paidy/'

const WORDS: Record<Payment['status'], string> = { authorized: '承認済み', rejected: '審査で断った', closed: '終了' }

const row = (one: Payment): Html => html`<tr><td class="num">${one.order.order_ref}<br>${one.id}</td>
<td><span class="state ${one.status === 'authorized' ? 'good' : ''}">${WORDS[one.status]}</span><br><code class="muted">${one.status}</code></td>
<td class="num right">${yen(one.amount)}${one.captures.map(({ amount }) => html`<br>確定 ${yen(amount)}`)}${one.refunds.map(({ amount }) => html`<br>返金 ${yen(amount)}`)}</td>
<td><ul>${one.history.map(({ at, note }) => html`<li>${time(at)} ${note}</li>`)}</ul></td></tr>`

/** Paidy's records as a page. */
export function inspector(paidy: Paidy): Response {
  const scripts = { scripts: paidy.scripts, provider: 'paidy', back: BACK, apis: PAIDY_APIS, defaultKind: 'drop-after' }
  return page({
    title: 'ペイディ（代役）',
    css: LEDGER_CSS,
    body: html`<h1>あと払い(ペイディ)</h1>
<p class="lead">ペイディの代役が持つ帳簿です。秘密キーの合わない呼び出しは断ります。</p>
<h2>決済 <span class="small muted">${paidy.payments.count()}件</span></h2>
${table(['決済', '状態', '金額', 'これまで'], paidy.payments.newest(50).map(row), 'まだ決済はありません。お店であと払い(ペイディ)を選んで注文すると、ここに出ます。')}
<h2>失敗を起こす</h2>
${scriptForm(scripts)}
<details><summary class="small">エラーコードの一覧</summary><dl class="small">${Object.entries(MEANINGS).map(([code, meaning]) => html`<dt><code>${code}</code></dt><dd>${meaning}</dd>`)}</dl></details>
<h2>通信の記録 <span class="small muted">新しい順に50件</span></h2>
${messages(paidy.wire.newest(50))}
<p class="small"><a href="${BACK}transactions.json">transactions.json</a>　<a href="${BACK}wire.json">wire.json</a></p>`,
  })
}
