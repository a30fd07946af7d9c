import { orderForm } from '../core/examination.ts'
import type { Html } from '../core/html.ts'
import { html } from '../core/html.ts'
import { LEDGER_CSS, messages, table, time, yen } from '../core/ledger-page.ts'
import { page } from '../core/page.ts'
import { scriptForm } from '../core/script-routes.ts'
import { CALLS } from './calls.ts'
import { MEANINGS } from './check.ts'
import { author, type GmoDeferred, type Transaction } from './gmo-deferred.ts'

export const DEFERRED_APIS = Object.keys(CALLS)
const BACK = '/sandbox/gmo-deferred/'

function state(one: Transaction): Html {
  const word =
    one.cancelledAt !== ''
      ? 'キャンセル'
      : one.paidAt !== ''
        ? '入金済み'
        : one.shippedAt !== ''
          ? '請求中'
          : { OK: '審査OK', NG: '審査NG', 審査中: '審査中' }[author(one)]
  const tone = one.cancelledAt !== '' || author(one) === 'NG' ? 'bad' : author(one) === 'OK' ? 'good' : ''
  return html`<span class="state ${tone}">${word}</span><br>${one.reason}`
}

const buyer = (one: Transaction): Html =>
  html`${one.buyer.name}<br>〒${one.buyer.zip} ${one.buyer.address}<br><span class="num">${one.buyer.tel}</span>`

const row = (one: Transaction): Html => html`<tr>
<td class="num">${one.gmoId}<br>${one.shopId}</td><td>${state(one)}</td><td class="num right">${yen(one.amount)}</td><td>${buyer(one)}</td>
<td><ul>${one.details.map((line) => html`<li>${line.detailName} ${yen(line.detailPrice)} × ${line.detailQuantity}</li>`)}</ul></td>
<td><ul>${one.history.map((event) => html`<li>${time(event.at)} <code>${event.api}</code> ${event.note}</li>`)}</ul>
${one.shippedAt !== '' && one.paidAt === '' ? html`<form method="post" action="${BACK}pay"><input type="hidden" name="gmo_transaction_id" value="${one.gmoId}"><button>コンビニで支払う</button></form>` : null}</td></tr>`

const heldRow = (one: Transaction): Html => html`<tr>
<td class="num">${one.gmoId}<br>${one.shopId}</td><td class="num right">${yen(one.amount)}</td><td>${buyer(one)}</td><td>${one.reason}</td>
<td><form class="row" method="post" action="${BACK}decide"><input type="hidden" name="gmo_transaction_id" value="${one.gmoId}">
<button class="main" name="verdict" value="ok">承認する</button><button class="danger" name="verdict" value="ng">断る</button></form></td></tr>`

/** The provider's records, and the page of the examiner who decides by eye (目視審査). */
export function inspector(gmo: GmoDeferred): Response {
  const held = gmo.transactions.all().filter((one) => author(one) === '審査中' && one.cancelledAt === '')
  return page({
    title: '後払い（GMO後払いの代役）',
    css: LEDGER_CSS,
    body: html`<h1>後払い</h1>
<p class="lead">GMO後払いの代役です。請求書は送られず、誰にも請求されません。</p>
<h2>目視審査の机 <span class="small muted">審査中 ${held.length}件</span></h2>
${table(['取引', '金額', '購入者', '理由', '決める'], held.map(heldRow), '審査中の取引はありません。')}
<h2>次の審査</h2>
${orderForm(gmo.examination, BACK)}
<h2>取引 <span class="small muted">${gmo.transactions.count()}件</span></h2>
${table(['取引', '状態', '請求金額', '購入者', '明細', 'これまで'], gmo.transactions.newest(50).map(row), 'まだ取引はありません。お店で後払いの注文をすると、ここに出ます。')}
<h2>失敗を起こす</h2>
${scriptForm({ scripts: gmo.scripts, provider: 'gmo-deferred', back: BACK, apis: DEFERRED_APIS, defaultKind: 'drop-after' })}
<details><summary class="small">エラーコードの一覧</summary><dl class="small">${Object.entries(MEANINGS).map(([code, meaning]) => html`<dt><code>${code}</code></dt><dd>${meaning}</dd>`)}</dl></details>
<h2>通信の記録 <span class="small muted">新しい順に50件</span></h2>
${messages(gmo.wire.newest(50))}
<p class="small"><a href="${BACK}transactions.json">transactions.json</a>　<a href="${BACK}wire.json">wire.json</a></p>`,
  })
}
