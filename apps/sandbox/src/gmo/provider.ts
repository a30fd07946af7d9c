import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Env } from '../core/faults.ts'
import { withFault } from '../core/faults.ts'
import { type Html, html } from '../core/html.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { readBody, scriptRoutes } from '../core/script-routes.ts'
import { TEST_CARDS } from './cards.ts'
import { gmoConfig } from './config.ts'
import { cvsNotice, konbiniPage, payCvs } from './cvs.ts'
import { entities, type Transaction } from './entities.ts'
import { bankPage, ganbNotice, transferTo } from './ganb.ts'
import type { Gmo } from './gmo.ts'
import { inspector, SCRIPT_APIS } from './inspector.ts'
import { save } from './ledger.ts'
import { ledgerJson } from './ledger-json.ts'
import { payment } from './payment.ts'
import { challenge, enter } from './three-ds.ts'
import { parseStamp, stamp } from './time.ts'
import { issueToken } from './token.ts'
import { TOKEN_SCRIPT } from './token-script.ts'

const json = (value: unknown) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(value) })

/** Makes a transaction `days` older, so that a test can reach the end of the 180 days. */
function age(gmo: Gmo, orderId: string, days: number): boolean {
  const found = gmo.entities.transactions.get(orderId)
  if (found === undefined || !Number.isFinite(days)) return false
  const older = (text: string) => (text === '' ? '' : stamp(new Date(parseStamp(text).getTime() - days * 86_400_000)))
  save(gmo, { ...found, tranDate: older(found.tranDate), processDate: older(found.processDate) })
  return true
}

/**
 * 結果通知: the gateway's POST to the shop's 結果通知URL about a transaction, with its passwords masked. Returns the shop's
 * answer (`0` is 受信成功), or null for an unknown order.
 */
async function sendNotice(gmo: Gmo, orderId: string, url: string): Promise<string | null> {
  if (!URL.canParse(url)) return null
  const cvs = gmo.entities.cvs.get(orderId)
  const ganb = gmo.entities.ganb.get(orderId)
  const found = gmo.entities.transactions.get(orderId)
  const fields = cvs ? cvsNotice(gmo, cvs) : ganb ? ganbNotice(gmo, ganb) : found && cardNotice(gmo, found)
  if (!fields) return null
  const res = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  return res.text()
}

function cardNotice(gmo: Gmo, found: Transaction): Record<string, string> {
  return {
    ShopID: gmo.config.shopId,
    ShopPass: '*'.repeat(10),
    AccessID: found.accessId,
    AccessPass: '*'.repeat(32),
    OrderID: found.orderId,
    Status: found.status,
    JobCd: found.jobCd,
    Amount: String(found.amount),
    Tax: String(found.tax),
    Currency: 'JPN',
    Forward: found.forward,
    Method: found.method,
    PayTimes: found.payTimes,
    TranID: found.tranId,
    Approve: found.approve,
    TranDate: found.tranDate,
    ErrCode: '',
    ErrInfo: '',
    PayType: '0',
  }
}

/** GMO Payment Gateway, プロトコルタイプ: cards, members, EMV 3-D Secure 2 and the token script. */
export function gmoProvider(setting: Setting): Provider {
  const gmo: Gmo = { ...setting, config: gmoConfig(setting.env), entities: entities(setting.store) }
  const script = { scripts: gmo.scripts, provider: 'gmo', back: '/sandbox/gmo/', apis: SCRIPT_APIS }
  const matching = (orderId: string | undefined) => (one: { orderId: string }) => !orderId || one.orderId === orderId

  const routes = new Hono<Env>()
    .get('/', () => inspector(gmo))
    .get('/transactions.json', (c) =>
      c.json({
        transactions: gmo.entities.transactions
          .all()
          .filter(matching(c.req.query('order_id')))
          .map(ledgerJson),
      }),
    )
    .get('/wire.json', (c) => c.json({ wire: gmo.entities.wire.all().filter(matching(c.req.query('order_id'))) }))
    .post('/age', async (c) => {
      const { order_id = '', days = '' } = await readBody(c.req.raw)
      return age(gmo, order_id, Number(days)) ? c.json({ ok: true }) : c.json({ error: 'order_id, days' }, 400)
    })
    .get('/konbini/', () => konbiniPage(gmo))
    .get('/konbini.json', (c) => c.json({ konbini: gmo.entities.cvs.all().filter(matching(c.req.query('order_id'))) }))
    .post('/konbini/pay', async (c) => {
      const { order_id = '', late = '' } = await readBody(c.req.raw)
      return payCvs(gmo, order_id, late !== '')
        ? c.redirect('/sandbox/gmo/konbini/', 303)
        : c.json({ error: 'order_id' }, 400)
    })
    .get('/transfer/', () => bankPage(gmo))
    .get('/transfer.json', (c) => c.json({ ganb: gmo.entities.ganb.all().filter(matching(c.req.query('order_id'))) }))
    .post('/transfer/pay', async (c) => {
      const { order_id = '', amount = '', name = '', late = '' } = await readBody(c.req.raw)
      return transferTo(gmo, order_id, { amount: Number(amount), name, late: late !== '' })
        ? c.redirect('/sandbox/gmo/transfer/', 303)
        : c.json({ error: 'order_id, amount' }, 400)
    })
    .post('/notice', async (c) => {
      const { order_id = '', url = '' } = await readBody(c.req.raw)
      const answer = await sendNotice(gmo, order_id, url)
      return answer === null ? c.json({ error: 'order_id, url' }, 400) : c.json({ answer })
    })
    .route('/script', scriptRoutes(script))
    .get('/ext/js/token.js', (c) =>
      c.body(TOKEN_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }),
    )
    // Cross-origin, as the real token host is.
    .use('/token', cors({ origin: '*', allowHeaders: ['Content-Type'] }))
    .post('/token', async (c) => {
      const body: unknown = await c.req.json().catch(() => ({}))
      const run = () => gmo.store.atomic(() => json(issueToken(gmo, body)))
      return withFault(c, gmo.scripts.take('gmo', 'token'), run, (resultCode) => json({ resultCode }))
    })
    .get('/3ds/brw/callback', (c) => enter(gmo, c.req.query('transId') ?? '', c.req.query('t') ?? ''))
    .post('/3ds/challenge', async (c) => challenge(gmo, await readBody(c.req.raw)))
    .all('/payment/:file{.+\\.idPass}', (c) => payment(gmo, c, c.req.param('file').replace(/\.idPass$/, '')))

  return {
    name: 'gmo',
    title: '決済',
    card: () => html`<h3>決済</h3><p class="small muted">GMOペイメントゲートウェイの代役。取引の帳簿、会員とカード、通信の記録。</p>
<ul class="links"><li><a href="/sandbox/gmo/">取引を見る</a></li><li><a href="/sandbox/gmo/konbini/">コンビニで支払う</a></li><li><a href="/sandbox/gmo/transfer/">銀行で振り込む</a></li></ul>`,
    guide: cardsGuide,
    routes,
  }
}

const spaced = (number: string) =>
  number.length === 16 ? number.replace(/(\d{4})(?=\d)/g, '$1 ') : number.replace(/^(\d{4})(\d{6})(\d+)$/, '$1 $2 $3')

/** The test cards, for the home page. */
function cardsGuide(): Html {
  const row = (card: (typeof TEST_CARDS)[number]) =>
    html`<tr><td class="num">${spaced(card.number)}</td><td>${card.brand}</td><td>${card.note}</td></tr>`
  return html`<h2>テスト用のカード</h2>
<p class="small muted">有効期限は先の年月、セキュリティコードは3桁（AMEXは4桁）、名義は半角英字なら何でも構いません。この表にない番号は、本物のカードでも「番号の誤り」（G65）として断ります。</p>
<div class="scroll"><table class="stack pair"><thead><tr><th scope="col">番号</th><th scope="col">ブランド</th><th scope="col">どうなるか</th></tr></thead>
<tbody>${TEST_CARDS.map(row)}</tbody></table></div>`
}
