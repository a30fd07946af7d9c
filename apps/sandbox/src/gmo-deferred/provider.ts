import { Hono } from 'hono'
import { createExamination, examinationGuide, VERDICTS, type Verdict } from '../core/examination.ts'
import type { Env } from '../core/faults.ts'
import { html } from '../core/html.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { done, readBody, scriptRoutes } from '../core/script-routes.ts'
import { api } from './api.ts'
import { author, config, type GmoDeferred, record, type Transaction } from './gmo-deferred.ts'
import { DEFERRED_APIS, inspector } from './inspector.ts'

const BACK = '/sandbox/gmo-deferred/'

/** 目視審査: a person decides what the automatic examination left open. */
function decideHeld(gmo: GmoDeferred, gmoId: string, verdict: string): boolean {
  const one = gmo.transactions.get(gmoId)
  if (one === undefined || author(one) !== '審査中' || one.cancelledAt !== '') return false
  if (verdict !== 'ok' && verdict !== 'ng') return false
  one.manual = verdict === 'ok' ? 'OK' : 'NG'
  record(gmo, one, '目視審査', VERDICTS[verdict])
  return true
}

/** The buyer pays the bill at a convenience store. */
function pay(gmo: GmoDeferred, gmoId: string): boolean {
  const one = gmo.transactions.get(gmoId)
  if (one === undefined || one.shippedAt === '' || one.cancelledAt !== '' || one.paidAt !== '') return false
  one.paidAt = gmo.now().toISOString()
  record(gmo, one, '購入者', '入金')
  return true
}

const ledger = (one: Transaction) => ({
  gmo_transaction_id: one.gmoId,
  shop_transaction_id: one.shopId,
  billed_amount: one.amount,
  author_result: author(one),
  payment_type: one.paymentType,
  buyer: one.buyer,
  delivery: one.delivery,
  details: one.details,
  pdcompanycode: one.carrier,
  slipno: one.slipNo,
  is_shipped: one.shippedAt !== '',
  is_paid: one.paidAt !== '',
  is_cancelled: one.cancelledAt !== '',
  history: one.history,
})

/** GMO後払い: its XML API, its examiners' page and the buyer's payment. */
export function gmoDeferredProvider(setting: Setting): Provider {
  const gmo: GmoDeferred = {
    ...setting,
    config: config(setting.env),
    examination: createExamination(setting.store, 'gmo-deferred'),
    transactions: setting.store.collection('gmo-deferred.transactions'),
    wire: setting.store.collection('gmo-deferred.wire'),
  }
  const answer = (request: Request, isDone: boolean) => done(request, BACK, { ok: isDone }, isDone ? 200 : 400)

  const routes = new Hono<Env>()
    .get('/', () => inspector(gmo))
    .get('/transactions.json', (c) => {
      const shopId = c.req.query('shop_transaction_id')
      const list = shopId === undefined ? gmo.transactions.all() : gmo.transactions.byRef(shopId)
      return c.json({ transactions: list.map(ledger) })
    })
    .get('/wire.json', (c) => c.json({ wire: gmo.wire.all() }))
    .post('/decide', async (c) => {
      const { gmo_transaction_id = '', verdict = '' } = await readBody(c.req.raw)
      return answer(c.req.raw, decideHeld(gmo, gmo_transaction_id, verdict))
    })
    .post('/pay', async (c) => {
      const { gmo_transaction_id = '' } = await readBody(c.req.raw)
      return answer(c.req.raw, pay(gmo, gmo_transaction_id))
    })
    .post('/next', async (c) => {
      const { verdict = '' } = await readBody(c.req.raw)
      const known = Object.hasOwn(VERDICTS, verdict)
      if (known) gmo.examination.order(verdict as Verdict)
      return answer(c.req.raw, known)
    })
    .route('/script', scriptRoutes({ scripts: gmo.scripts, provider: 'gmo-deferred', back: BACK, apis: DEFERRED_APIS }))
    .post('/auto/:name', (c) => api(gmo, c, c.req.param('name')))

  return {
    name: 'gmo-deferred',
    title: '後払い',
    card: () => html`<h3>後払い</h3><p class="small muted">GMO後払いの代役。取引、目視審査の机、通信の記録。</p>
<ul class="links"><li><a href="${BACK}">取引と審査を見る</a></li></ul>`,
    guide: () => examinationGuide('後払い（GMO後払い）', BACK, gmo.config.limit),
    routes,
  }
}
