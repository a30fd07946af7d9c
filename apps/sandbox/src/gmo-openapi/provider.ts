import { Hono } from 'hono'
import type { Env } from '../core/faults.ts'
import { html } from '../core/html.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { done, readBody, scriptRoutes } from '../core/script-routes.ts'
import { api } from './api.ts'
import { GMO_OPENAPI_APIS } from './calls.ts'
import { gmoOpenApiConfig } from './config.ts'
import { collections, current, type GmoOpenApi, later, save } from './gmo-openapi.ts'
import { authenticate, inspector, payPage, press, tds2Page } from './pages.ts'
import { APPLE_PAY_SCRIPT, GOOGLE_PAY_SCRIPT } from './sheet-scripts.ts'

const BACK = '/sandbox/gmo-openapi/'

/** Makes a transaction older, so that a test can reach its expiry and the days after its sale. */
function age(gmo: GmoOpenApi, id: string, days: number): boolean {
  const one = gmo.orders.get(id)
  if (!one || !Number.isFinite(days)) return false
  const older = (at: string) => (at === '' ? '' : later(new Date(at), -days * 86_400_000))
  save(gmo, { ...one, expiresAt: older(one.expiresAt), soldAt: older(one.soldAt) }, `${days}日たった`)
  return true
}

/** The wallet does not give a cancelled sale back: it stands again. */
function failReturn(gmo: GmoOpenApi, id: string): boolean {
  const one = gmo.orders.get(id)
  if (one?.status !== 'REQRETURN' && one?.status !== 'RETURN') return false
  save(gmo, { ...one, status: 'SALES', error: 'wallet-refused' }, '返金できなかった')
  return true
}

/** Webhook: to the address of the transaction, or another one. Returns the status of the answer; null: nowhere to send it. */
async function notify(gmo: GmoOpenApi, id: string, url: string): Promise<number | null> {
  const one = current(gmo, gmo.orders.get(id))
  const to = url || one?.webhookUrl
  if (!one || !to) return null
  const { accessId, csrfToken } = one
  const sent = await fetch(to, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ accessId, event: 'WALLET_PAID', csrfToken }),
  })
  return sent.status
}

const script = (source: string) =>
  new Response(source, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  })

/** Apple's own server: a session in which one sheet may be opened, opaque to the shop. */
function merchantSession(gmo: GmoOpenApi, body: Record<string, unknown>): Response {
  const { merchantIdentifier, displayName, initiative, initiativeContext } = body
  const isComplete =
    /^merchant\.[\w.-]+$/.test(String(merchantIdentifier)) &&
    typeof displayName === 'string' &&
    displayName.length > 0 &&
    displayName.length <= 64 &&
    initiative === 'web' &&
    /^[\w.-]+$/.test(String(initiativeContext))
  if (!isComplete) return new Response(null, { status: 400 })
  const epochTimestamp = gmo.now().getTime()
  return Response.json({
    epochTimestamp,
    expiresAt: epochTimestamp + 300_000,
    merchantSessionIdentifier: `SSH${gmo.store.next('gmo-openapi.merchant-session')}`,
    nonce: 'sandbox',
    merchantIdentifier,
    domainName: initiativeContext,
    displayName,
    signature: 'sandbox',
  })
}

/** GMO Payment Gateway, OpenAPIタイプ: wallets, and the page that a customer sees. */
export function gmoOpenApiProvider(setting: Setting): Provider {
  const gmo: GmoOpenApi = { ...setting, config: gmoOpenApiConfig(setting.env), ...collections(setting.store) }
  const answer = (request: Request, isDone: boolean) => done(request, BACK, { ok: isDone }, isDone ? 200 : 400)
  const scripted = { scripts: gmo.scripts, provider: 'gmo-openapi', back: BACK, apis: GMO_OPENAPI_APIS }
  const routes = new Hono<Env>()
    .get('/', () => inspector(gmo))
    .get('/transactions.json', (c) => c.json({ orders: gmo.orders.all() }))
    .get('/wire.json', (c) => c.json({ wire: gmo.wire.all() }))
    .get('/pay/:access', (c) => payPage(gmo, c.req.param('access')))
    .post('/pay/:access', async (c) => {
      const { action = '' } = await readBody(c.req.raw)
      return gmo.store.atomic(() => press(gmo, c.req.param('access'), action))
    })
    .get('/authenticate/:access', (c) => tds2Page(gmo, c.req.param('access')))
    .post('/authenticate/:access', async (c) => {
      const { action = '' } = await readBody(c.req.raw)
      return gmo.store.atomic(() => authenticate(gmo, c.req.param('access'), action))
    })
    .get('/apple-pay.js', () => script(APPLE_PAY_SCRIPT))
    .get('/google-pay.js', () => script(GOOGLE_PAY_SCRIPT))
    .post('/apple-pay/paymentservices/startSession', async (c) => merchantSession(gmo, await c.req.json()))
    .post('/age', async (c) => {
      const { id = '', days = '' } = await readBody(c.req.raw)
      return answer(c.req.raw, age(gmo, id, Number(days)))
    })
    .post('/fail-return', async (c) => {
      const { id = '' } = await readBody(c.req.raw)
      return answer(c.req.raw, failReturn(gmo, id))
    })
    .post('/notice', async (c) => {
      const { id = '', url = '' } = await readBody(c.req.raw)
      const status = await notify(gmo, id, url)
      return status === null ? answer(c.req.raw, false) : c.json({ status })
    })
    .route('/script', scriptRoutes(scripted))
    .post('/:group{wallet|credit|tds2|order}/:call', (c) =>
      api(gmo, c, `${c.req.param('group')}/${c.req.param('call')}`),
    )

  return {
    name: 'gmo-openapi',
    title: 'Pay払い',
    card: () => html`<h3>Pay払い</h3><p class="small muted">GMOペイメントゲートウェイ（OpenAPIタイプ）の代役。楽天ペイ、d払い、au PAY、メルペイ、Apple Pay、Google Pay。</p>
<ul class="links"><li><a href="${BACK}">取引を見る</a></li></ul>`,
    routes,
  }
}
