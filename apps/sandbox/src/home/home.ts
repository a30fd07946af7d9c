import { html } from '../core/html.ts'
import { page } from '../core/page.ts'
import type { Provider } from '../core/provider.ts'
import { HOME_SCRIPT } from './home-script.ts'

const STEPS: readonly (readonly [days: string, label: string])[] = [
  ['1', '+1日'],
  ['10', '+10日'],
  ['month', '+1か月'],
  ['now', '現在に戻す'],
]

const LEVELS: readonly (readonly [level: string, label: string])[] = [
  ['none', '使わない'],
  ['optional', '任意'],
  ['required', '購入に友だち追加が必須'],
]

/** The developer's home page: everything needed to try the shop. */
export function homePage(providers: readonly Provider[]): Response {
  return page({
    title: 'サンドボックス',
    css: '#clock-now{font-family:var(--mincho);font-size:20px;margin:0 0 12px}',
    script: HOME_SCRIPT,
    body: html`<h1>サンドボックス</h1>
<p class="lead">決済、メール、郵便番号は、この開発用の代役が応えます。実際の請求もメールの送信も起こりません。</p>
<div class="grid">${providers.map((provider) => html`<section class="box">${provider.card()}</section>`)}</div>

<h2>お店の時計</h2>
<div class="box"><p id="clock-now" role="status">お店の時計を見ています…</p>
<div class="row">${STEPS.map(([days, label]) => html`<button type="button" data-days="${days}" disabled>${label}</button>`)}</div>
<p class="small muted">先に進めると、定期便の手配、督促、お知らせが、その日まで順に行われます。</p></div>

<h2>お店のLINE</h2>
<div class="box"><p id="line-level" role="status">お店のサーバーに尋ねています…</p>
<div class="row">${LEVELS.map(([level, label]) => html`<button type="button" data-level="${level}" disabled>${label}</button>`)}</div>
<p class="small muted">「任意」と「必須」では、スマートフォンでお店を開くと、はじめに一度だけLINEログインへ進みます。</p></div>

<h2>見本の会員</h2>
<div id="demo" class="box muted" aria-live="polite">お店のサーバーに尋ねています…</div>

<h2>管理画面</h2>
<div id="operators" class="box muted" aria-live="polite">お店のサーバーに尋ねています…</div>

${providers.map((provider) => provider.guide?.())}

<h2>はじめからやり直す</h2>
<div class="box"><p class="small">代役の取引、会員とカード、メール、予約された失敗をすべて消します。お店のデータは消えません。</p>
<form method="post" action="/sandbox/reset"><button class="danger">代役の記録をすべて消す</button></form></div>`,
  })
}
