import type { Html } from '../core/html.ts'
import { html } from '../core/html.ts'
import { LEDGER_CSS, messages, table, time, yen } from '../core/ledger-page.ts'
import { page } from '../core/page.ts'
import { scriptForm } from '../core/script-routes.ts'
import { walletPage } from '../core/wallet-page.ts'
import { ROUTES } from './calls.ts'
import { current, type Link, later, MEANINGS, type Payment, type PayPay, save } from './paypay.ts'

export const PAYPAY_APIS = ROUTES.map(({ name }) => name)
const BACK = '/sandbox/paypay/'
const DAY = 86_400_000

const gone = (): Response =>
  walletPage(
    'PayPay',
    '使えないページ',
    html`<h1>このページではお支払いできません</h1><p>期限が切れたか、取り消されたか、お支払いが済んでいます。お店に戻ってご確認ください。</p>`,
    {
      status: 404,
    },
  )

const open = (paypay: PayPay, codeId: string): Payment | undefined => {
  const one = current(paypay, paypay.payments.byRef(codeId)[0])
  return one?.status === 'CREATED' && !one.isDeleted ? one : undefined
}

/** PayPay's page: whom, how much, 支払う or やめる. */
export function payPage(paypay: PayPay, codeId: string, wrong = ''): Response {
  const one = open(paypay, codeId)
  if (!one) return gone()
  return walletPage(
    'PayPay',
    'お支払い',
    html`<h1>お支払いの確認</h1>
<dl><dt>お支払い先</dt><dd>サンドボックス加盟店</dd><dt>内容</dt><dd class="num">${one.orderDescription}</dd><dt>金額</dt><dd class="num">${yen(one.amount)}</dd></dl>
${wrong === '' ? null : html`<p class="wrong" role="alert">${wrong}</p>`}
<form method="post" action="/sandbox/paypay/pay/${codeId}">
<button class="main" name="action" value="pay">支払う</button>
<button name="action" value="cancel">やめる</button>
<button name="action" value="short">残高が足りない</button>
<button name="action" value="leave">支払って、お店に戻らない</button>
</form>`,
    { formTargets: [new URL(one.redirectUrl).origin] },
  )
}

/** What the customer presses there. */
export function press(paypay: PayPay, codeId: string, action: string): Response {
  const one = open(paypay, codeId)
  if (!one) return gone()
  if (action === 'short')
    return payPage(paypay, codeId, '残高が足りません。チャージしてから、もう一度お支払いください。')
  const back = new Response(null, {
    status: 303,
    headers: { Location: one.redirectUrl, 'Referrer-Policy': 'no-referrer' },
  })
  if (action === 'cancel') {
    save(paypay, one, 'お客様がやめた')
    return back
  }
  const { isAuthorization, amount } = one
  const paid = {
    ...one,
    paymentId: String(4_000_000_000 + paypay.store.next('paypay.payment')),
    status: isAuthorization ? ('AUTHORIZED' as const) : ('COMPLETED' as const),
    captured: isAuthorization ? 0 : amount,
    expiresAt: later(paypay.now(), paypay.config.authorizationDays * DAY),
  }
  save(paypay, paid, 'お客様が支払った')
  if (action !== 'leave') return back
  return walletPage(
    'PayPay',
    'お支払い済み',
    html`<h1>お支払いが済みました</h1><p>この画面を閉じてください。お店には戻りません。</p>`,
  )
}

const WORDS: Record<Payment['status'], string> = {
  CREATED: 'お客様を待っている',
  AUTHORIZED: '承認済み',
  COMPLETED: '確定',
  CANCELED: '取消',
  EXPIRED: '期限切れ',
  FAILED: '失敗',
}

const row = (one: Payment): Html => html`<tr><td class="num">${one.merchantPaymentId}<br>${one.paymentId}</td>
<td><span class="state ${/AUTHORIZED|COMPLETED/.test(one.status) ? 'good' : ''}">${WORDS[one.status]}</span><br><code class="muted">${one.status}</code></td>
<td class="num right">${yen(one.amount)}${one.captured === 0 ? null : html`<br>確定 ${yen(one.captured)}`}${one.refunds.map(({ amount, status }) => html`<br>${status === 'REFUNDED' ? '返金' : '返金の失敗'} ${yen(amount)}`)}</td>
<td><ul>${one.history.map(({ at, note }) => html`<li>${time(at)} ${note}</li>`)}</ul></td></tr>`

const LINK_WORDS: Record<Link['status'], string> = {
  OPEN: 'お客様を待っている',
  DECLINED: 'お客様がやめた',
  ACTIVE: '連携中',
  INACTIVE: '解除済み',
}

const linkButton = (one: Link, name: string, value: string, label: string): Html =>
  html`<form method="post" action="/sandbox/paypay/link-state"><input type="hidden" name="id" value="${one.userAuthorizationId}"><button name="${name}" value="${value}">${label}</button></form>`

const linkRow = (one: Link): Html => html`<tr><td class="num">${one.referenceId}</td>
<td><span class="state ${one.status === 'ACTIVE' ? 'good' : ''}">${LINK_WORDS[one.status]}</span></td>
<td>${one.refusal === '' ? '通る' : one.refusal}</td>
<td>${
  one.status !== 'ACTIVE'
    ? null
    : html`${linkButton(one, 'status', 'INACTIVE', 'お客様が解除する')}${
        one.refusal === ''
          ? linkButton(one, 'refusal', 'NO_SUFFICIENT_FUND', '残高を足りなくする')
          : linkButton(one, 'refusal', '', '通るようにする')
      }`
}</td></tr>`

/** PayPay's records as a page. */
export function inspector(paypay: PayPay): Response {
  const scripts = {
    scripts: paypay.scripts,
    provider: 'paypay',
    back: BACK,
    apis: PAYPAY_APIS,
    defaultKind: 'drop-after',
  }
  return page({
    title: 'PayPay（代役）',
    css: LEDGER_CSS,
    body: html`<h1>PayPay</h1>
<p class="lead">PayPay（Open Payment API）の代役が持つ帳簿です。署名の合わない呼び出しは断ります。</p>
<h2>決済 <span class="small muted">${paypay.payments.count()}件</span></h2>
${table(['決済', '状態', '金額', 'これまで'], paypay.payments.newest(50).map(row), 'まだ決済はありません。お店でPayPayを選んで注文すると、ここに出ます。')}
<h2>連携 <span class="small muted">${paypay.links.count()}件</span></h2>
${table(['お店の番号', '状態', '請求', '操作'], paypay.links.newest(20).map(linkRow), 'まだ連携はありません。お店で定期便のお支払いにPayPayを選ぶと、ここに出ます。')}
<h2>失敗を起こす</h2>
${scriptForm(scripts)}
<details><summary class="small">エラーコードの一覧</summary><dl class="small">${Object.entries(MEANINGS).map(([code, meaning]) => html`<dt><code>${code}</code></dt><dd>${meaning}</dd>`)}</dl></details>
<h2>通信の記録 <span class="small muted">新しい順に50件</span></h2>
${messages(paypay.wire.newest(50))}
<p class="small"><a href="${BACK}transactions.json">transactions.json</a>　<a href="${BACK}wire.json">wire.json</a></p>`,
  })
}
