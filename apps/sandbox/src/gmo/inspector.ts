import type { Html } from '../core/html.ts'
import { html } from '../core/html.ts'
import { LEDGER_CSS, table, time, yen } from '../core/ledger-page.ts'
import { page } from '../core/page.ts'
import { scriptForm } from '../core/script-routes.ts'
import { CALLS } from './calls/index.ts'
import type { Event, Member, Status, Transaction, Wire } from './entities.ts'
import { MEANINGS } from './errors.ts'
import type { Gmo } from './gmo.ts'

export const SCRIPT_APIS = [...Object.keys(CALLS), 'token']

const WORDS: Record<Status, string> = {
  UNPROCESSED: '未決済',
  AUTHENTICATED: '認証待ち',
  CHECK: '有効性確認',
  CAPTURE: '即時売上',
  AUTH: '仮売上',
  SALES: '実売上',
  VOID: '取消',
  RETURN: '返品',
  RETURNX: '月跨ぎ返品',
  SAUTH: '簡易オーソリ',
}

const meaning = (infos: string) =>
  infos === ''
    ? null
    : html` <span class="state bad">${infos}</span> ${infos
        .split('|')
        .map((info) => MEANINGS[info] ?? '')
        .join(' ')}`

const tone = (status: Status) => (/^(AUTH|SALES|CAPTURE|CHECK|SAUTH)$/.test(status) ? 'good' : '')

const step = (event: Event): Html =>
  html`<li>${time(event.at)} <code>${event.api}</code> ${event.jobCd} → ${WORDS[event.status]}${meaning(event.errInfo)}</li>`

const transactionRow = (one: Transaction): Html => html`<tr>
<td class="num">${one.orderId}<br>${time(one.enteredAt)}</td>
<td><span class="state ${tone(one.status)}">${WORDS[one.status]}</span><br><code class="muted">${one.status}</code></td>
<td class="num right">${yen(one.amount + one.tax)}</td>
<td class="num">${one.card?.masked ?? '—'}<br>${one.card?.brand ?? ''} ${one.memberId === '' ? null : html`会員 ${one.memberId} #${one.cardSeq}`}</td>
<td><ul>${one.history.map(step)}</ul></td></tr>`

const memberRow = (one: Member): Html => html`<tr>
<td class="num">${one.memberId}<br>${one.memberName}</td>
<td>${
  one.cards.length === 0
    ? '登録なし'
    : html`<ul>${one.cards.map(
        (
          card,
        ) => html`<li>#${card.seq} <code>${card.card.masked}</code> ${card.card.brand} ${card.card.expire} ${card.card.holderName}
${card.deleted ? html`<span class="state bad">削除済み</span>` : null}${card.defaultFlag === '1' ? html`<span class="state good">洗替・継続課金</span>` : null}</li>`,
      )}</ul>`
}</td></tr>`

const fields = (of: Record<string, string>) =>
  Object.entries(of)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')

const wireRow = (one: Wire): Html => html`<details><summary>${time(one.at)} <code>${one.api}</code> ${one.orderId}
${meaning(one.response.ErrInfo ?? '')}${one.fault === '' ? null : html` <span class="state bad">予約された失敗 ${one.fault}</span>`}</summary>
<pre>${fields(one.request)}</pre><pre>${fields(one.response)}</pre>${one.note === '' ? null : html`<p class="small">${one.note}</p>`}</details>`

/** The gateway's records as a page. */
export function inspector(gmo: Gmo): Response {
  const { transactions, members, wire } = gmo.entities
  return page({
    title: '決済（GMOペイメントゲートウェイの代役）',
    css: LEDGER_CSS,
    body: html`<h1>決済</h1>
<p class="lead">GMOペイメントゲートウェイの代役が持つ帳簿です。カード番号は下4桁のほかは残していません。</p>
<h2>取引 <span class="small muted">${transactions.count()}件</span></h2>
${table(['オーダーID', '状態', '金額', 'カード', 'これまで'], transactions.newest(50).map(transactionRow), 'まだ取引はありません。お店で注文すると、ここに出ます。')}
<h2>会員とカード</h2>
${table(['会員ID', 'カード（物理番号）'], members.newest(50).map(memberRow), 'まだ会員はいません。')}
<h2>失敗を起こす</h2>
${scriptForm({ scripts: gmo.scripts, provider: 'gmo', back: '/sandbox/gmo/', apis: SCRIPT_APIS })}
<h2>通信の記録 <span class="small muted">新しい順に50件</span></h2>
${wire.count() === 0 ? html`<p class="box muted">まだ通信はありません。</p>` : html`<div class="scroll">${wire.newest(50).map(wireRow)}</div>`}
<p class="small"><a href="/sandbox/gmo/transactions.json">transactions.json</a>　<a href="/sandbox/gmo/wire.json">wire.json</a></p>`,
  })
}
