import { html } from '../core/html.ts'
import { page } from '../core/page.ts'
import type { ThreeDs, Transaction } from './entities.ts'

const BANK_CSS = `
:root{--bank:#1F3A5F}
body{background:#EEF1F5}.bank{background:#fff;border:1px solid #D3DAE3;border-radius:4px;overflow:hidden}
.bank header{background:var(--bank);color:#fff;padding:12px 16px;display:flex;justify-content:space-between;gap:8px;font-size:14px}
.bank section{padding:16px}.bank h1{font:600 20px/1.5 var(--gothic);letter-spacing:0;margin:0 0 8px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:16px 0;padding:12px 0;border:solid #D3DAE3;border-width:1px 0}dt{color:#55606E}dd{margin:0;text-align:right}
.hint{background:#EEF1F5;border-radius:4px;padding:8px 12px;font-size:14px}.wrong{color:var(--danger);font-weight:600}
input{width:100%;font-size:24px;letter-spacing:.3em;text-align:center}.bank button{width:100%;margin-top:12px}button.main{background:var(--bank);border-color:var(--bank)}
`

const origin = (url: string) => new URL(url).origin
const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`

/** The bank's page: payee, amount, card, and the code sent by SMS. */
export function challengePage(transaction: Transaction, threeDs: ThreeDs, left?: number): Response {
  return page({
    title: '本人認証サービス',
    plain: true,
    foreign: true,
    css: BANK_CSS,
    formTargets: [origin(threeDs.retUrl)],
    body: html`<div class="bank">
<header><span>サンドボックス銀行</span><span>本人認証サービス</span></header>
<section>
<h1>ご本人の確認</h1>
<p>ご登録の電話番号に送信した認証コードを入力してください。</p>
<dl>
<dt>ご利用先</dt><dd>${transaction.tenantName === '' ? 'サンドボックス加盟店' : transaction.tenantName}</dd>
<dt>金額</dt><dd class="num">${transaction.jobCd === 'CHECK' ? 'カードの確認のみ' : yen(transaction.amount + transaction.tax)}</dd>
<dt>カード番号</dt><dd class="num">${transaction.card?.masked}</dd>
</dl>
${left === undefined ? null : html`<p class="wrong" role="alert" id="wrong">認証コードが違います。あと${left}回入力できます。</p>`}
<form method="post" action="/sandbox/gmo/3ds/challenge">
<input type="hidden" name="transId" value="${threeDs.transId}"><input type="hidden" name="t" value="${threeDs.t}">
<label for="code">認証コード</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="8" autofocus${left === undefined ? null : html` aria-invalid="true" aria-describedby="wrong"`}>
<p class="hint">テスト用の認証コードは <strong>1234</strong> です。</p>
<button class="main" name="action" value="verify">認証する</button>
<button name="action" value="cancel" formnovalidate>キャンセル</button>
</form>
</section></div>`,
  })
}

/** Sends the browser back with the AccessID but without the result, which only SecureTran2 returns. */
export function returnToShop(transaction: Transaction, threeDs: ThreeDs): Response {
  if (threeDs.callbackType === '3') {
    const url = new URL(threeDs.retUrl)
    url.searchParams.set('AccessID', transaction.accessId)
    return new Response(null, { status: 303, headers: { Location: url.href, 'Referrer-Policy': 'no-referrer' } })
  }
  return page({
    title: 'お店に戻ります',
    plain: true,
    foreign: true,
    css: BANK_CSS,
    formTargets: [origin(threeDs.retUrl)],
    script: "document.getElementById('back').submit()",
    body: html`<div class="bank"><header><span>サンドボックス銀行</span><span>本人認証サービス</span></header><section>
<h1>お店に戻ります</h1>
<p>自動で進まないときは、ボタンを押してください。</p>
<form id="back" method="post" action="${threeDs.retUrl}">
<input type="hidden" name="AccessID" value="${transaction.accessId}">
<button class="main">お店に戻る</button>
</form></section></div>`,
  })
}

export function gonePage(): Response {
  return page({
    title: '認証のページが見つかりません',
    plain: true,
    foreign: true,
    status: 404,
    css: BANK_CSS,
    body: html`<div class="bank"><header><span>サンドボックス銀行</span><span>本人認証サービス</span></header><section>
<h1>この認証は使えません</h1><p>すでに終わったか、アドレスが正しくありません。お店に戻り、はじめからやり直してください。</p></section></div>`,
  })
}
