import { Hono } from 'hono'
import type { Env } from '../core/faults.ts'
import { html } from '../core/html.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { done, readBody, scriptRoutes } from '../core/script-routes.ts'
import { api } from './api.ts'
import { paypayConfig } from './config.ts'
import { answerLink, changeLink, linkPage } from './links.ts'
import { inspector, PAYPAY_APIS, payPage, press } from './pages.ts'
import { collections, current, later, type PayPay, save } from './paypay.ts'

const BACK = '/sandbox/paypay/'

/** Makes a payment older, so that a test can reach its expiry. */
function age(paypay: PayPay, id: string, days: number): boolean {
  const one = paypay.payments.get(id)
  if (!one || !Number.isFinite(days)) return false
  save(paypay, { ...one, expiresAt: later(new Date(one.expiresAt), -days * 86_400_000) }, `${days}日たった`)
  return true
}

/** PayPay fails a refund after it has accepted it: the money stays. */
function failRefund(paypay: PayPay, id: string): boolean {
  const one = paypay.payments.all().find(({ refunds }) => refunds.some((refund) => refund.merchantRefundId === id))
  if (!one) return false
  const refunds = one.refunds.map((refund) =>
    refund.merchantRefundId === id ? { ...refund, status: 'REFUND_FAILED' as const } : refund,
  )
  save(paypay, { ...one, refunds }, `返金 ${id} が失敗した`)
  return true
}

/** The body of a transaction's webhook. */
function noticeOf(paypay: PayPay, id: string): object | null {
  const one = current(paypay, paypay.payments.get(id))
  return (
    (one && {
      notification_type: 'Transaction',
      merchant_id: paypay.config.merchantId,
      order_id: one.paymentId,
      merchant_order_id: one.merchantPaymentId,
      order_amount: String(one.amount),
      state: one.status,
    }) ??
    null
  )
}

/** PayPay, Open Payment API: web payment, 連携 and 継続課金, and the pages that a customer sees. */
export function paypayProvider(setting: Setting): Provider {
  const paypay: PayPay = { ...setting, config: paypayConfig(setting.env), ...collections(setting.store) }
  const answer = (request: Request, isDone: boolean) => done(request, BACK, { ok: isDone }, isDone ? 200 : 400)
  const routes = new Hono<Env>()
    .get('/', () => inspector(paypay))
    .get('/transactions.json', (c) => c.json({ payments: paypay.payments.all() }))
    .get('/wire.json', (c) => c.json({ wire: paypay.wire.all() }))
    .get('/pay/:code', (c) => payPage(paypay, c.req.param('code')))
    .post('/pay/:code', async (c) => {
      const { action = '' } = await readBody(c.req.raw)
      return paypay.store.atomic(() => press(paypay, c.req.param('code'), action))
    })
    .post('/age', async (c) => {
      const { id = '', days = '' } = await readBody(c.req.raw)
      return answer(c.req.raw, age(paypay, id, Number(days)))
    })
    .post('/fail-refund', async (c) => {
      const { id = '' } = await readBody(c.req.raw)
      return answer(c.req.raw, failRefund(paypay, id))
    })
    .post('/notice', async (c) => {
      const { id = '', url = '' } = await readBody(c.req.raw)
      const notice = noticeOf(paypay, id)
      if (!notice) return answer(c.req.raw, false)
      const headers = { 'Content-Type': 'application/json' }
      const sent = await fetch(url, { method: 'POST', headers, body: JSON.stringify(notice) })
      return c.json({ status: sent.status })
    })
    .route('/script', scriptRoutes({ scripts: paypay.scripts, provider: 'paypay', back: BACK, apis: PAYPAY_APIS }))
    .get('/links.json', (c) => c.json({ links: paypay.links.all() }))
    .get('/link/:id', (c) => linkPage(paypay, c.req.param('id')))
    .post('/link/:id', async (c) => {
      const { action = '' } = await readBody(c.req.raw)
      return paypay.store.atomic(() => answerLink(paypay, c.req.param('id'), action))
    })
    .post('/link-state', async (c) => {
      const { id = '', status, refusal } = await readBody(c.req.raw)
      const isKnown = status === 'ACTIVE' || status === 'INACTIVE'
      return answer(
        c.req.raw,
        changeLink(paypay, id, { ...(isKnown && { status }), ...(refusal !== undefined && { refusal }) }),
      )
    })
    .all('/:version{v1|v2}/:path{.+}', (c) => api(paypay, c, `${c.req.param('version')}/${c.req.param('path')}`))

  return {
    name: 'paypay',
    title: 'PayPay',
    card: () => html`<h3>PayPay</h3><p class="small muted">PayPay（Open Payment API）の代役。決済の帳簿、通信の記録。</p>
<ul class="links"><li><a href="${BACK}">取引を見る</a></li></ul>`,
    routes,
  }
}
