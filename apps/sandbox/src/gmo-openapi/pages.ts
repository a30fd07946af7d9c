import type { Html } from '../core/html.ts'
import { html } from '../core/html.ts'
import { LEDGER_CSS, messages, table, time, yen } from '../core/ledger-page.ts'
import { page } from '../core/page.ts'
import { scriptForm } from '../core/script-routes.ts'
import { walletPage } from '../core/wallet-page.ts'
import { GMO_OPENAPI_APIS, SHEET_NAMES, WALLET_NAMES } from './calls.ts'
import { current, type GmoOpenApi, later, MEANINGS, type Status, save, type WalletOrder } from './gmo-openapi.ts'

const BACK = '/sandbox/gmo-openapi/'
const DAY = 86_400_000

const nameOf = ({ walletType }: WalletOrder) => WALLET_NAMES[walletType] ?? SHEET_NAMES[walletType] ?? walletType

const gone = (): Response =>
  walletPage(
    'Pay払い',
    '使えないページ',
    html`<h1>このページではお支払いできません</h1><p>期限が切れたか、お支払いが済んでいます。お店に戻ってご確認ください。</p>`,
    { status: 404 },
  )

const open = (gmo: GmoOpenApi, accessId: string): WalletOrder | undefined => {
  const one = current(gmo, gmo.orders.byRef(accessId)[0])
  return one?.status === 'REQSUCCESS' ? one : undefined
}

/** The wallet's page: whom, how much, 支払う or やめる. */
export function payPage(gmo: GmoOpenApi, accessId: string, wrong = ''): Response {
  const one = open(gmo, accessId)
  if (!one) return gone()
  return walletPage(
    nameOf(one),
    'お支払い',
    html`<h1>お支払いの確認</h1>
<dl><dt>お支払い先</dt><dd>${one.merchantName}</dd><dt>ご注文番号</dt><dd class="num">${one.orderId}</dd><dt>金額</dt><dd class="num">${yen(one.amount)}</dd></dl>
${wrong === '' ? null : html`<p class="wrong" role="alert">${wrong}</p>`}
<form method="post" action="/sandbox/gmo-openapi/pay/${accessId}">
<button class="main" name="action" value="pay">支払う</button>
<button name="action" value="cancel">やめる</button>
<button name="action" value="short">残高が足りない</button>
<button name="action" value="slow">支払うが、承認に時間がかかる</button>
<button name="action" value="leave">支払って、お店に戻らない</button>
</form>`,
    { formTargets: [new URL(one.callbackUrl).origin] },
  )
}

/** 3-D Secure of a card that is none of a device: the page of its card company. */
export function tds2Page(gmo: GmoOpenApi, accessId: string): Response {
  const one = current(gmo, gmo.orders.byRef(accessId)[0])
  if (one?.status !== 'AUTHENTICATED' || one.authenticated !== '') return gone()
  return walletPage(
    'カード会社',
    '本人認証',
    html`<h1>本人認証</h1>
<dl><dt>お店</dt><dd>${one.merchantName}</dd><dt>金額</dt><dd class="num">${yen(one.amount)}</dd></dl>
<form method="post" action="/sandbox/gmo-openapi/authenticate/${accessId}">
<button class="main" name="action" value="Y">認証する</button>
<button name="action" value="N">認証しない</button>
</form>`,
    { formTargets: [new URL(one.callbackUrl).origin] },
  )
}

/** What the customer presses there. The money is asked for by the shop, after the return. */
export function authenticate(gmo: GmoOpenApi, accessId: string, action: string): Response {
  const one = current(gmo, gmo.orders.byRef(accessId)[0])
  if (one?.status !== 'AUTHENTICATED' || one.authenticated !== '') return gone()
  const authenticated = action === 'Y' ? 'Y' : 'N'
  return callback(save(gmo, { ...one, authenticated }, `本人認証 ${authenticated}`), 'TDS2')
}

/** What the browser brings back: `p`, a JSON in Base64URL. */
function callback(one: WalletOrder, event = 'WALLET_CHARGE'): Response {
  const p = Buffer.from(JSON.stringify({ event, accessId: one.accessId, csrfToken: one.csrfToken })).toString(
    'base64url',
  )
  const url = new URL(one.callbackUrl)
  url.searchParams.set('p', p)
  return new Response(null, { status: 303, headers: { Location: url.href, 'Referrer-Policy': 'no-referrer' } })
}

/** What the customer presses there. */
export function press(gmo: GmoOpenApi, accessId: string, action: string): Response {
  const one = open(gmo, accessId)
  if (!one) return gone()
  if (action === 'short')
    return payPage(gmo, accessId, '残高が足りません。チャージしてから、もう一度お支払いください。')
  if (action === 'cancel')
    return callback(save(gmo, { ...one, status: 'PAYFAIL', error: 'payer-cancelled' }, 'お客様がやめた'))
  const status: Status = action === 'slow' ? 'AUTHPROCESS' : one.authorizationMode === 'AUTH' ? 'AUTH' : 'CAPTURE'
  const paid = save(
    gmo,
    {
      ...one,
      status,
      soldAt: status === 'CAPTURE' ? gmo.now().toISOString() : '',
      settlementCode: String(7_000_000_000 + gmo.store.next('gmo-openapi.settlement')),
      expiresAt: later(gmo.now(), gmo.config.authorizationDays * DAY),
    },
    'お客様が支払った',
  )
  if (action !== 'leave') return callback(paid)
  return walletPage(
    nameOf(one),
    'お支払い済み',
    html`<h1>お支払いが済みました</h1><p>この画面を閉じてください。お店には戻りません。</p>`,
  )
}

const WORDS: Record<Status, string> = {
  UNPROCESSED: '未決済',
  AUTHENTICATED: '本人認証の途中',
  REQSUCCESS: 'お客様を待っている',
  AUTHPROCESS: '承認の途中',
  AUTH: '仮売上',
  SALES: '実売上',
  CAPTURE: '即時売上',
  CANCEL: '取消',
  RETURN: '返品',
  REQRETURN: '返品の途中',
  PAYFAIL: '決済失敗',
  EXPIRED: '期限切れ',
}

const row = (
  one: WalletOrder,
): Html => html`<tr><td class="num">${one.orderId}<br><span class="muted">${one.accessId}</span></td>
<td>${nameOf(one)}</td>
<td><span class="state ${/AUTH|SALES|CAPTURE/.test(one.status) ? 'good' : ''}">${WORDS[one.status]}</span><br><code class="muted">${one.status}</code></td>
<td class="num right">${yen(one.amount)}</td>
<td><ul>${one.history.map(({ at, note }) => html`<li>${time(at)} ${note}</li>`)}</ul></td></tr>`

/** GMO's records of wallets as a page. */
export function inspector(gmo: GmoOpenApi): Response {
  const scripts = {
    scripts: gmo.scripts,
    provider: 'gmo-openapi',
    back: BACK,
    apis: GMO_OPENAPI_APIS,
    defaultKind: 'drop-after',
  }
  return page({
    title: 'Pay払い・Apple Pay・Google Pay（代役）',
    css: LEDGER_CSS,
    body: html`<h1>Pay払い</h1>
<p class="lead">GMOペイメントゲートウェイ（OpenAPIタイプ）の代役が持つ、楽天ペイ・d払い・au PAY・メルペイ・Apple Pay・Google Payの帳簿です。</p>
<h2>取引 <span class="small muted">${gmo.orders.count()}件</span></h2>
${table(['取引', 'Pay払い', '状態', '金額', 'これまで'], gmo.orders.newest(50).map(row), 'まだ取引はありません。お店で楽天ペイなどを選んで注文すると、ここに出ます。')}
<h2>失敗を起こす</h2>
${scriptForm(scripts)}
<details><summary class="small">エラーの一覧</summary><dl class="small">${Object.entries(MEANINGS).map(([title, meaning]) => html`<dt><code>${title}</code></dt><dd>${meaning}</dd>`)}</dl></details>
<h2>通信の記録 <span class="small muted">新しい順に50件</span></h2>
${messages(gmo.wire.newest(50))}
<p class="small"><a href="${BACK}transactions.json">transactions.json</a>　<a href="${BACK}wire.json">wire.json</a></p>`,
  })
}
