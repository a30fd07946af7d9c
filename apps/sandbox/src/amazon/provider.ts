import { Hono } from 'hono'
import type { Env } from '../core/faults.ts'
import { html } from '../core/html.ts'
import { page } from '../core/page.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { done, readBody, scriptRoutes } from '../core/script-routes.ts'
import type { Amazon } from './amazon.ts'
import { later } from './amazon.ts'
import { api } from './api.ts'
import { BUYERS, buyerOf, methodOf } from './buyers.ts'
import { close } from './calls/charge-permissions.ts'
import { declineRefund } from './calls/refunds.ts'
import { checkoutRoutes } from './checkout.ts'
import { CHECKOUT_SCRIPT } from './checkout-script.ts'
import { amazonConfig } from './config.ts'
import { entities } from './entities.ts'
import { inspector, SCRIPT_APIS } from './inspector.ts'
import { chargeOf, moveCharge, permissionOf, savePermission } from './ledger.ts'
import { saveSession } from './session.ts'

/** The buyer's own page for a charge permission: fix its payment method, or end it. */
function accountPage(amazon: Amazon, id: string): Response {
  const permission = amazon.entities.permissions.get(id)
  const button = (action: string, label: string) => html`<button name="action" value="${action}">${label}</button>`
  return page({
    title: 'お支払いの許可 - Amazon Pay',
    plain: true,
    status: permission === undefined ? 404 : 200,
    body:
      permission === undefined
        ? html`<h1>お支払いの許可が見つかりません</h1>`
        : html`<h1>お支払いの許可</h1><p class="num">${permission.chargePermissionId}</p>
<p>${permission.status.state} ${methodOf(permission.buyerId, permission.methodId)?.descriptor}</p>
<form method="post" action="/sandbox/amazon/buyer"><input type="hidden" name="permission" value="${permission.chargePermissionId}">
${permission.status.state === 'NonChargeable' ? button('repair', 'お支払い方法を変更する') : null}
${permission.status.state === 'Closed' ? null : button('close', '定期のお支払いを終了する')}</form>`,
  })
}

/** An action of a buyer in their Amazon account, or of a bank, triggered by a person or a test. */
function atAmazon(
  amazon: Amazon,
  { action, permission = '', charge = '', refund = '' }: Record<string, string>,
): boolean {
  if (action === 'decline' && refund !== '') return declineRefund(amazon, refund)
  const { permissions, charges } = amazon.entities
  if (permissions.get(permission) !== undefined) {
    const found = permissionOf(amazon, permission)
    if (action === 'close') close(amazon, found, 'BuyerClosed')
    if (action === 'repair')
      savePermission(amazon, {
        ...found,
        methodId: buyerOf(found.buyerId)?.methods.find((one) => one.behaviour === 'ok')?.id ?? found.methodId,
        status: { state: 'Chargeable', reasonCode: null, at: amazon.now().toISOString() },
      })
    return action === 'close' || action === 'repair'
  }
  if (charges.get(charge) === undefined || chargeOf(amazon, charge).status.state !== 'AuthorizationInitiated')
    return false
  if (action === 'approve') moveCharge(amazon, chargeOf(amazon, charge), 'Authorized')
  if (action === 'decline') moveCharge(amazon, chargeOf(amazon, charge), 'Declined', 'HardDeclined')
  return action === 'approve' || action === 'decline'
}

/** Makes a session, permission or charge `days` older, so that a test can reach its expiry. */
function age(amazon: Amazon, id: string, days: number): boolean {
  const { sessions, permissions, charges } = amazon.entities
  const [session, permission, charge] = [sessions.get(id), permissions.get(id), charges.get(id)]
  if (!Number.isFinite(days)) return false
  if (session) saveSession(amazon, { ...session, createdAt: later(session.createdAt, -days) })
  if (permission) savePermission(amazon, { ...permission, createdAt: later(permission.createdAt, -days) })
  if (charge) charges.put(id, { ...charge, createdAt: later(charge.createdAt, -days) }, charge.chargePermissionId)
  return Boolean(session ?? permission ?? charge)
}

/** Amazon Pay, v2 for Japan: the API, `checkout.js`, and the pages that a buyer sees. */
export function amazonProvider(setting: Setting): Provider {
  const amazon: Amazon = { ...setting, config: amazonConfig(setting.env), entities: entities(setting.store) }
  const { sessions, permissions, charges, refunds, wire } = amazon.entities
  const routes = new Hono<Env>()
    .get('/', () => inspector(amazon))
    .get('/transactions.json', (c) =>
      c.json({
        sessions: sessions.all(),
        permissions: permissions.all(),
        charges: charges.all(),
        refunds: refunds.all(),
      }),
    )
    .get('/wire.json', (c) => c.json({ wire: wire.all() }))
    .post('/age', async (c) => {
      const { id = '', days = '' } = await readBody(c.req.raw)
      return age(amazon, id, Number(days)) ? c.json({ ok: true }) : c.json({ error: 'id, days' }, 400)
    })
    .get('/account/ba/:id', (c) => accountPage(amazon, c.req.param('id')))
    .post('/buyer', async (c) => {
      const isDone = atAmazon(amazon, await readBody(c.req.raw))
      return done(c.req.raw, '/sandbox/amazon/', { ok: isDone }, isDone ? 200 : 400)
    })
    .route(
      '/script',
      scriptRoutes({ scripts: amazon.scripts, provider: 'amazon', back: '/sandbox/amazon/', apis: SCRIPT_APIS }),
    )
    .get('/checkout.js', (c) =>
      c.body(CHECKOUT_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }),
    )
    .route('/checkout', checkoutRoutes(amazon))
    .all('/v2/:path{.+}', (c) => api(amazon, c, c.req.param('path')))

  return {
    name: 'amazon',
    title: 'Amazon Pay',
    card: () => html`<h3>Amazon Pay</h3><p class="small muted">Amazon Pay（v2）の代役。請求と課金許可の帳簿、通信の記録。</p>
<ul class="links"><li><a href="/sandbox/amazon/">取引を見る</a></li></ul>`,
    guide: () => html`<h2>Amazonアカウントのお客様</h2>
<p class="small muted">Amazon Payのボタンを押すと、この中から選べます。</p>
<div class="scroll"><table class="stack"><thead><tr><th scope="col">お客様</th><th scope="col">どうなるか</th></tr></thead>
<tbody>${BUYERS.map((buyer) => html`<tr><td>${buyer.name}</td><td>${buyer.note}</td></tr>`)}</tbody></table></div>`,
    routes,
  }
}
