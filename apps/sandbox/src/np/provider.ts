import { Hono } from 'hono'
import { createExamination, examinationGuide, VERDICTS, type Verdict } from '../core/examination.ts'
import type { Env } from '../core/faults.ts'
import { html } from '../core/html.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { done, readBody, scriptRoutes } from '../core/script-routes.ts'
import { api } from './api.ts'
import { npConfig } from './config.ts'
import { decide } from './examine.ts'
import { inspector, NP_APIS } from './inspector.ts'
import { collections, type Np, record, type Transaction } from './np.ts'

const BACK = '/sandbox/np/'

/** NP's examiner approves or rejects a held transaction. */
function decideHeld(np: Np, npId: string, verdict: string): boolean {
  const one = np.transactions.get(npId)
  if (one?.authoriResult !== '10' || one.cancelledAt !== '' || (verdict !== 'ok' && verdict !== 'ng')) return false
  decide(np, one, { verdict, reason: verdict === 'ng' ? 'person' : null })
  record(np, one, '担当者', `${VERDICTS[verdict]} → ${one.authoriResult}`)
  return true
}

/** The buyer pays the bill at a convenience store. */
function pay(np: Np, npId: string): boolean {
  const one = np.transactions.get(npId)
  if (one === undefined || one.shippedAt === '' || one.cancelledAt !== '' || one.paidAt !== '') return false
  one.paidAt = np.now().toISOString()
  record(np, one, '購入者', '入金')
  return true
}

const ledger = (one: Transaction) => ({
  np_transaction_id: one.npId,
  shop_transaction_id: one.shopId,
  billed_amount: one.amount,
  authori_result: one.authoriResult,
  settlement_type: one.settlementType,
  customer: one.customer,
  dest_customer: one.delivery,
  goods: one.goods,
  pd_company_code: one.carrier,
  slip_no: one.slipNo,
  is_shipped: one.shippedAt !== '',
  is_paid: one.paidAt !== '',
  is_cancelled: one.cancelledAt !== '',
  base_np_transaction_id: one.baseId,
  history: one.history,
})

/** NP後払い by Net Protections: its JSON API, its examiners' page and the buyer's payment. */
export function npProvider(setting: Setting): Provider {
  const examination = createExamination(setting.store, 'np')
  const np: Np = { ...setting, config: npConfig(setting.env), examination, ...collections(setting.store) }
  const answer = (request: Request, isDone: boolean) => done(request, BACK, { ok: isDone }, isDone ? 200 : 400)

  const routes = new Hono<Env>()
    .get('/', () => inspector(np))
    .get('/transactions.json', (c) => {
      const shopId = c.req.query('shop_transaction_id')
      const list = shopId === undefined ? np.transactions.all() : np.transactions.byRef(shopId)
      return c.json({ transactions: list.map(ledger) })
    })
    .get('/wire.json', (c) => c.json({ wire: np.wire.all() }))
    .post('/decide', async (c) => {
      const { np_transaction_id = '', verdict = '' } = await readBody(c.req.raw)
      return answer(c.req.raw, decideHeld(np, np_transaction_id, verdict))
    })
    .post('/pay', async (c) => {
      const { np_transaction_id = '' } = await readBody(c.req.raw)
      return answer(c.req.raw, pay(np, np_transaction_id))
    })
    .post('/next', async (c) => {
      const { verdict = '' } = await readBody(c.req.raw)
      const known = Object.hasOwn(VERDICTS, verdict)
      if (known) examination.order(verdict as Verdict)
      return answer(c.req.raw, known)
    })
    .route('/script', scriptRoutes({ scripts: np.scripts, provider: 'np', back: BACK, apis: NP_APIS }))
    .all('/v1/:name{.+}', (c) => api(np, c, c.req.param('name')))

  return {
    name: 'np',
    title: 'NP後払い',
    card: () => html`<h3>NP後払い</h3><p class="small muted">ネットプロテクションズの代役。取引、審査をする担当者の机、通信の記録。</p>
<ul class="links"><li><a href="${BACK}">取引と審査を見る</a></li></ul>`,
    guide: () => examinationGuide('NP後払い', BACK, np.config.limit),
    routes,
  }
}
