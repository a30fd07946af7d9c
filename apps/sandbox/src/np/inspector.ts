import { orderForm } from '../core/examination.ts'
import type { Html } from '../core/html.ts'
import { html } from '../core/html.ts'
import { LEDGER_CSS, messages, table, time, yen } from '../core/ledger-page.ts'
import { page } from '../core/page.ts'
import { scriptForm } from '../core/script-routes.ts'
import { CALLS } from './calls.ts'
import { HOLDS, MEANINGS, NGS } from './errors.ts'
import type { Np, Transaction } from './np.ts'

export const NP_APIS = Object.keys(CALLS)
const BACK = '/sandbox/np/'

const WORDS = { '00': '審査OK', '10': '保留', '20': '審査NG', '40': '審査前' } as const

function state(one: Transaction): Html {
  const word =
    one.cancelledAt !== ''
      ? 'キャンセル'
      : one.paidAt !== ''
        ? '入金済み'
        : one.shippedAt !== ''
          ? '請求中'
          : WORDS[one.authoriResult]
  const tone = one.cancelledAt !== '' || one.authoriResult === '20' ? 'bad' : one.authoriResult === '00' ? 'good' : ''
  const reasons = [
    ...one.authoriHold.map((code) => `${code} ${HOLDS[code]}`),
    one.authoriNg === '' ? '' : `${one.authoriNg} ${NGS[one.authoriNg]}`,
  ]
  return html`<span class="state ${tone}">${word}</span><br><code class="muted">${one.authoriResult}</code> ${reasons.join(' ')}`
}

const row = (one: Transaction): Html => html`<tr>
<td class="num">${one.npId}<br>${one.shopId}</td><td>${state(one)}</td><td class="num right">${yen(one.amount)}</td>
<td>${one.customer.name}<br>〒${one.customer.zip} ${one.customer.address}<br><span class="num">${one.customer.tel}</span></td>
<td><ul>${one.goods.map((line) => html`<li>${line.goods_name} ${yen(line.goods_price)} × ${line.quantity}</li>`)}</ul></td>
<td><ul>${one.history.map((event) => html`<li>${time(event.at)} <code>${event.api}</code> ${event.note}</li>`)}</ul>
${one.shippedAt !== '' && one.paidAt === '' && one.cancelledAt === '' ? html`<form method="post" action="${BACK}pay"><input type="hidden" name="np_transaction_id" value="${one.npId}"><button>コンビニで支払う</button></form>` : null}</td></tr>`

const heldRow = (one: Transaction): Html => html`<tr>
<td class="num">${one.npId}<br>${one.shopId}</td><td class="num right">${yen(one.amount)}</td>
<td>${one.customer.name}<br>〒${one.customer.zip} ${one.customer.address}<br><span class="num">${one.customer.tel}</span></td>
<td>${one.authoriHold.map((code) => `${code} ${HOLDS[code]}`).join(' ')}</td>
<td><form class="row" method="post" action="${BACK}decide"><input type="hidden" name="np_transaction_id" value="${one.npId}">
<button class="main" name="verdict" value="ok">承認する</button><button class="danger" name="verdict" value="ng">断る</button></form></td></tr>`

/** NP's records, and the page of the examiner who decides held transactions. */
export function inspector(np: Np): Response {
  const held = np.transactions.all().filter((one) => one.authoriResult === '10' && one.cancelledAt === '')
  const scripts = { scripts: np.scripts, provider: 'np', back: BACK, apis: NP_APIS, defaultKind: 'drop-after' }
  return page({
    title: 'NP後払い（ネットプロテクションズの代役）',
    css: LEDGER_CSS,
    body: html`<h1>NP後払い</h1>
<p class="lead">ネットプロテクションズの代役です。請求書は送られず、誰にも請求されません。</p>
<h2>担当者の机 <span class="small muted">保留 ${held.length}件</span></h2>
${table(['取引', '金額', '購入者', '保留の理由', '決める'], held.map(heldRow), '保留の取引はありません。')}
<h2>次の審査</h2>
${orderForm(np.examination, BACK)}
<h2>取引 <span class="small muted">${np.transactions.count()}件</span></h2>
${table(['取引', '状態', '請求金額', '購入者', '明細', 'これまで'], np.transactions.newest(50).map(row), 'まだ取引はありません。お店でNP後払いの注文をすると、ここに出ます。')}
<h2>失敗を起こす</h2>
${scriptForm(scripts)}
<details><summary class="small">エラーコードの一覧</summary><dl class="small">${Object.entries(MEANINGS).map(([code, meaning]) => html`<dt><code>${code}</code></dt><dd>${meaning}</dd>`)}</dl></details>
<h2>通信の記録 <span class="small muted">新しい順に50件</span></h2>
${messages(np.wire.newest(50))}
<p class="small"><a href="${BACK}transactions.json">transactions.json</a>　<a href="${BACK}wire.json">wire.json</a></p>`,
  })
}
