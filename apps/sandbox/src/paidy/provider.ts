import { Hono } from 'hono'
import type { Env } from '../core/faults.ts'
import { html } from '../core/html.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { done, readBody, scriptRoutes } from '../core/script-routes.ts'
import { api } from './api.ts'
import { decide, PAIDY_SCRIPT } from './checkout.ts'
import { paidyConfig } from './config.ts'
import { BACK, inspector, PAIDY_APIS } from './pages.ts'
import { collections, current, later, type Paidy, save } from './paidy.ts'

/** Makes an authorisation older, so that a test can reach its expiry. */
function age(paidy: Paidy, id: string, days: number): boolean {
  const one = paidy.payments.get(id)
  if (!one || !Number.isFinite(days)) return false
  save(paidy, { ...one, expires_at: later(new Date(one.expires_at), -days * 86_400_000) }, `${days}日たった`)
  return true
}

/** The body of a webhook. */
function noticeOf(paidy: Paidy, id: string): object | null {
  const one = current(paidy, paidy.payments.get(id))
  if (!one) return null
  const capture = one.captures.at(-1)
  const event =
    one.refunds.length > 0 ? 'refund' : capture ? 'capture' : one.status === 'closed' ? 'close' : 'authorize'
  return {
    payment_id: one.id,
    ...(capture && { capture_id: capture.id }),
    event_type: 'payment',
    status: `${event}_success`,
    order_ref: one.order.order_ref,
    timestamp: paidy.now().toISOString(),
  }
}

/** Paidy: the window in which a customer approves, and the API of payments. */
export function paidyProvider(setting: Setting): Provider {
  const paidy: Paidy = { ...setting, config: paidyConfig(setting.env), ...collections(setting.store) }
  const answer = (request: Request, isDone: boolean) => done(request, BACK, { ok: isDone }, isDone ? 200 : 400)
  const routes = new Hono<Env>()
    .get('/', () => inspector(paidy))
    .get('/transactions.json', (c) => c.json({ payments: paidy.payments.all() }))
    .get('/wire.json', (c) => c.json({ wire: paidy.wire.all() }))
    .get(
      '/paidy.js',
      () =>
        new Response(PAIDY_SCRIPT, {
          headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
        }),
    )
    .post('/checkout', async (c) => {
      const asked = await c.req.json()
      const decided = paidy.store.atomic(() => decide(paidy, asked))
      if (typeof decided === 'string') return c.json({ wrong: decided }, 400)
      const { id, amount, currency, created_at, status } = decided
      return c.json({ id, amount, currency, created_at, status })
    })
    .post('/age', async (c) => {
      const { id = '', days = '' } = await readBody(c.req.raw)
      return answer(c.req.raw, age(paidy, id, Number(days)))
    })
    .post('/notice', async (c) => {
      const { id = '', url = '' } = await readBody(c.req.raw)
      const notice = noticeOf(paidy, id)
      if (!notice) return answer(c.req.raw, false)
      const headers = { 'Content-Type': 'application/json' }
      const sent = await fetch(url, { method: 'POST', headers, body: JSON.stringify(notice) })
      return c.json({ status: sent.status })
    })
    .route('/script', scriptRoutes({ scripts: paidy.scripts, provider: 'paidy', back: BACK, apis: PAIDY_APIS }))
    .all('/payments/:path{.+}', (c) => api(paidy, c, `payments/${c.req.param('path')}`))

  return {
    name: 'paidy',
    title: 'ペイディ',
    card: () => html`<h3>ペイディ</h3><p class="small muted">あと払い(ペイディ)の代役。承認の画面、決済の帳簿、通信の記録。</p>
<ul class="links"><li><a href="${BACK}">取引を見る</a></li></ul>`,
    routes,
  }
}
