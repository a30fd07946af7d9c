import type { Html } from './html.ts'
import { html } from './html.ts'

/** Shared parts of the simulators' inspectors: times, yen, tables and the log of messages. */

const CLOCK = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' })
export const time = (iso: string): Html => html`<time datetime="${iso}">${CLOCK.format(new Date(iso))}</time>`
export const yen = (amount: number): string => `${amount < 0 ? '−' : ''}¥${Math.abs(amount).toLocaleString('ja-JP')}`

export const LEDGER_CSS =
  'td ul{margin:0;padding-left:16px}summary time{color:var(--muted);font-size:14px}dl{padding:0 12px}'

export function table(heads: readonly string[], rows: readonly Html[], empty: string): Html {
  if (rows.length === 0) return html`<p class="box muted">${empty}</p>`
  return html`<div class="scroll"><table class="stack"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
}

/** One request with its response, with secrets masked. */
export type Message = { at: string; api: string; id: string; request: string; response: string; fault: string }

export function messages(list: readonly Message[]): Html {
  if (list.length === 0) return html`<p class="box muted">まだ通信はありません。</p>`
  return html`<div class="scroll">${list.map(
    (one) => html`<details><summary>${time(one.at)} <code>${one.api}</code> ${one.id}${
      one.fault === '' ? null : html` <span class="state bad">予約された失敗 ${one.fault}</span>`
    }</summary>
<pre>${one.request}</pre><pre>${one.response}</pre></details>`,
  )}</div>`
}
