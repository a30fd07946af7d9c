import { createHmac } from 'node:crypto'
import { html } from '../core/html.ts'
import { walletPage } from '../core/wallet-page.ts'
import { type Json, type Link, later, type PayPay, PayPayError, text } from './paypay.ts'

/** Milliseconds for which a session can be answered. */
const SESSION_LASTS = 10 * 60_000

/** Seconds for which a token is good. */
const TOKEN_LASTS = 600

export type Reply = { status: number; data: Json | null }

export function createSession(paypay: PayPay, _: string, body: Json): Reply {
  if (!paypay.config.continuousPayments) throw new PayPayError('OP_OUT_OF_SCOPE')
  const { scopes, redirectType } = body
  if (!Array.isArray(scopes) || !scopes.includes('continuous_payments')) throw new PayPayError('INVALID_REQUEST_PARAMS')
  if (redirectType !== undefined && !['WEB_LINK', 'APP_DEEP_LINK'].includes(String(redirectType)))
    throw new PayPayError('INVALID_REQUEST_PARAMS')
  const id = crypto.randomUUID()
  const one: Link = {
    id,
    nonce: text(body, 'nonce', 2048),
    referenceId: text(body, 'referenceId', 2048),
    redirectUrl: text(body, 'redirectUrl', 2048),
    userAuthorizationId: '',
    status: 'OPEN',
    refusal: '',
    expiresAt: later(paypay.now(), SESSION_LASTS),
  }
  paypay.links.put(id, one)
  return { status: 201, data: { linkQRCodeURL: `${paypay.publicUrl()}/sandbox/paypay/link/${id}` } }
}

/** An account that a customer linked; also one that is not any more. @throws PayPayError if there is none */
export function linkedBy(paypay: PayPay, userAuthorizationId: unknown): Link {
  const [one] = typeof userAuthorizationId === 'string' ? paypay.links.byRef(userAuthorizationId) : []
  if (!one) throw new PayPayError('INVALID_USER_AUTHORIZATION_ID')
  return one
}

export function getAuthorization(paypay: PayPay, _: string, __: Json, query: URLSearchParams): Reply {
  const { userAuthorizationId, referenceId, status } = linkedBy(paypay, query.get('userAuthorizationId'))
  return {
    status: 200,
    data: { userAuthorizationId, referenceIds: [referenceId], status, scopes: ['continuous_payments'] },
  }
}

export function unlink(paypay: PayPay, id: string): Reply {
  const one = linkedBy(paypay, decodeURIComponent(id))
  if (one.status !== 'ACTIVE') throw new PayPayError('INVALID_USER_AUTHORIZATION_ID')
  put(paypay, { ...one, status: 'INACTIVE' })
  return { status: 200, data: null }
}

const put = (paypay: PayPay, one: Link) => paypay.links.put(one.id, one, one.userAuthorizationId)

/** What happens to a linked account at PayPay: its customer closes it, or its charges are refused from now on. */
export function changeLink(paypay: PayPay, userAuthorizationId: string, { status, refusal }: Partial<Link>): boolean {
  const [one] = paypay.links.byRef(userAuthorizationId)
  if (!one) return false
  put(paypay, { ...one, ...(status && { status }), ...(refusal !== undefined && { refusal }) })
  return true
}

const open = (paypay: PayPay, id: string): Link | undefined => {
  const one = paypay.links.get(id)
  return one?.status === 'OPEN' && paypay.now() < new Date(one.expiresAt) ? one : undefined
}

const gone = () =>
  walletPage(
    'PayPay',
    '使えないページ',
    html`<h1>このページでは連携できません</h1><p>期限が切れたか、お手続きが済んでいます。お店に戻ってご確認ください。</p>`,
    { status: 404 },
  )

/** PayPay's page: 連携する or やめる. */
export function linkPage(paypay: PayPay, id: string): Response {
  const one = open(paypay, id)
  if (!one) return gone()
  return walletPage(
    'PayPay',
    '連携',
    html`<h1>PayPayの連携</h1>
<dl><dt>お店</dt><dd>サンドボックス加盟店</dd><dt>許可すること</dt><dd>継続的なお支払い</dd></dl>
<p class="small">お支払いのたびに、PayPayの残高などから支払われます。</p>
<form method="post" action="/sandbox/paypay/link/${id}">
<button class="main" name="action" value="agree">連携する</button>
<button name="action" value="decline">やめる</button>
<button name="action" value="leave">連携して、お店に戻らない</button>
</form>`,
    { formTargets: [new URL(one.redirectUrl).origin] },
  )
}

/** What the customer presses there. */
export function answerLink(paypay: PayPay, id: string, action: string): Response {
  const one = open(paypay, id)
  if (!one) return gone()
  const isAgreed = action !== 'decline'
  const answered: Link = {
    ...one,
    status: isAgreed ? 'ACTIVE' : 'DECLINED',
    userAuthorizationId: isAgreed ? crypto.randomUUID() : '',
  }
  put(paypay, answered)
  if (action === 'leave')
    return walletPage(
      'PayPay',
      '連携済み',
      html`<h1>連携しました</h1><p>この画面を閉じてください。お店には戻りません。</p>`,
    )
  const back = new URL(one.redirectUrl)
  back.searchParams.set('apiKey', paypay.config.apiKey)
  back.searchParams.set('responseToken', tokenOf(paypay, answered))
  return new Response(null, { status: 303, headers: { Location: back.href, 'Referrer-Policy': 'no-referrer' } })
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The JWT with which the browser returns. By the real time, like the signatures of calls. */
export function tokenOf({ config }: PayPay, { nonce, referenceId, userAuthorizationId, status }: Link): string {
  const seconds = Math.floor(Date.now() / 1000)
  const claims = {
    aud: config.merchantId,
    iss: 'paypay.ne.jp',
    iat: seconds,
    exp: seconds + TOKEN_LASTS,
    result: status === 'DECLINED' ? 'declined' : 'succeeded',
    nonce,
    referenceId,
    ...(userAuthorizationId === '' ? {} : { userAuthorizationId, profileIdentifier: '*******5678' }),
  }
  const signed = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(claims)}`
  return `${signed}.${createHmac('sha256', Buffer.from(config.apiSecret, 'base64')).update(signed).digest('base64url')}`
}
