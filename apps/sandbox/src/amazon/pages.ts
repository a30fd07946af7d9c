import type { Html } from '../core/html.ts'
import { html } from '../core/html.ts'
import { page } from '../core/page.ts'
import { type Address, BUYERS, type Buyer, type Method } from './buyers.ts'
import type { Session } from './entities.ts'

const CSS = `
:root{--amazon:#FFD814;--dark:#232F3E}
.amazon{background:#fff;border:1px solid var(--line);border-radius:8px;overflow:hidden}
.amazon header{background:var(--dark);color:#fff;padding:12px 16px;font-weight:700}.amazon section{padding:16px}
.amazon h1{font-size:20px;margin:0 0 8px;font-family:var(--gothic)}
fieldset{margin:12px 0;padding:0;border:0}legend{padding:0;font-size:14px;color:var(--muted)}
.choice{display:flex;gap:8px;align-items:flex-start;min-height:44px;padding:8px 0;font-size:15px;color:var(--ink)}.choice input{min-height:24px;width:20px;flex:none}
.buyer{border-top:1px solid var(--line);padding:16px 0}.buyer h2{font:600 17px var(--gothic);margin:0;padding:0;border:0}
.amazon button{width:100%;margin-top:8px;border-radius:22px}.amazon button.main{background:var(--amazon);border-color:#FCD200;color:#0F1111}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;font-size:15px}dt{color:var(--muted)}dd{margin:0}
.wrong{color:var(--danger);font-weight:600}`

const origin = (url: string | undefined) => (url === undefined ? [] : [new URL(url).origin])

/** All URLs to which the pages of this session may send the browser back. */
const targets = (session: Session) => [...new Set(Object.values(session.webCheckoutDetails).flatMap(origin))]

function frame(title: string, body: Html, session?: Session, status = 200): Response {
  return page({
    title: `${title} - Amazon Pay`,
    plain: true,
    foreign: true,
    css: CSS,
    status,
    formTargets: session === undefined ? [] : targets(session),
    body: html`<div class="amazon"><header>amazon pay <small>サンドボックスの代役</small></header><section>${body}</section></div>`,
  })
}

const addressText = (one: Address) =>
  [`〒${one.postalCode}`, one.stateOrRegion, one.addressLine1, one.addressLine2, one.addressLine3, one.name]
    .filter((part) => part !== null)
    .join(' ')

const choice = (name: string, value: string, label: string, isChecked: boolean) =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}"${isChecked ? html` checked` : null}>${label}</label>`

const addresses = (buyer: Buyer, chosen: string) =>
  html`<fieldset><legend>お届け先</legend>${buyer.addresses.map((one, at) => choice('address', one.id, addressText(one), one.id === chosen || (chosen === '' && at === 0)))}</fieldset>`

const methods = (list: readonly Method[], chosen: string) =>
  html`<fieldset><legend>お支払い方法</legend>${list.map((one, at) => choice('method', one.id, `${one.descriptor}（${one.note}）`, one.id === chosen || (chosen === '' && at === 0)))}</fieldset>`

const hidden = (session: Session) => html`<input type="hidden" name="id" value="${session.checkoutSessionId}">`

/** Sign-in and selection on one page: the buyer, the payment method and the address. */
export function signInPage(session: Session): Response {
  const one = (buyer: Buyer) => html`<form class="buyer" method="post" action="/sandbox/amazon/checkout/choose">
${hidden(session)}<input type="hidden" name="buyer" value="${buyer.id}">
<h2>${buyer.name}</h2><p class="small muted">${buyer.email}<br>${buyer.note}</p>
${session.productType === 'PayAndShip' ? addresses(buyer, '') : null}
${methods(buyer.methods, '')}
<button class="main">${buyer.name}として続ける</button></form>`
  return frame(
    'ログイン',
    html`<h1>Amazonアカウントでログイン</h1>
<p>${session.chargePermissionType === 'Recurring' ? '定期のお支払いの許可' : '1回のお支払い'}に使うアカウントを選んでください。</p>
${BUYERS.map(one)}
<form method="post" action="/sandbox/amazon/checkout/cancel">${hidden(session)}<button>やめてお店に戻る</button></form>`,
    session,
  )
}

export function changePage(session: Session, buyer: Buyer, action: 'changeAddress' | 'changePayment'): Response {
  return frame(
    action === 'changeAddress' ? 'お届け先の変更' : 'お支払い方法の変更',
    html`<h1>${action === 'changeAddress' ? 'お届け先の変更' : 'お支払い方法の変更'}</h1>
<form method="post" action="/sandbox/amazon/checkout/choose">${hidden(session)}
${action === 'changeAddress' ? addresses(buyer, session.addressId) : methods(buyer.methods, session.methodId)}
<button class="main">この内容でお店に戻る</button></form>`,
    session,
  )
}

const amountOf = (session: Session) => {
  const { amount } = session.paymentDetails.chargeAmount as { amount: string }
  return `¥${Number(amount).toLocaleString('ja-JP')}`
}

/** 本人確認, as a bank requires it on the way back. */
export function confirmPage(session: Session, method: Method): Response {
  return frame(
    '本人の確認',
    html`<h1>ご本人の確認</h1><dl><dt>金額</dt><dd class="num">${amountOf(session)}</dd><dt>お支払い方法</dt><dd>${method.descriptor}</dd></dl>
<form method="post" action="/sandbox/amazon/checkout/confirm">${hidden(session)}
<button class="main" name="action" value="confirm">確認して進む</button><button name="action" value="cancel">取りやめる</button></form>`,
    session,
  )
}

/** The bank declined: choose another method, or return to the shop. */
export function declinedPage(session: Session, method: Method, others: readonly Method[]): Response {
  return frame(
    'お支払い方法を確認してください',
    html`<h1>お支払い方法を確認してください</h1>
<p class="wrong" role="alert">${method.descriptor} は承認されませんでした。</p>
${
  others.length === 0
    ? null
    : html`<form method="post" action="/sandbox/amazon/checkout/confirm">${hidden(session)}${methods(others, '')}
<button class="main" name="action" value="other">この方法で支払う</button></form>`
}
<form method="post" action="/sandbox/amazon/checkout/confirm">${hidden(session)}<button name="action" value="declined">やめてお店に戻る</button></form>`,
    session,
  )
}

export function errorPage(reason: string, message: string): Response {
  return frame(
    'エラー',
    html`<h1>手続きを続けられません</h1><p class="wrong">${reason}</p><p>${message}</p><p>お店に戻り、はじめからやり直してください。</p>`,
    undefined,
    400,
  )
}
