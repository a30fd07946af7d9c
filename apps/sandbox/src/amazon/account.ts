import { html } from '../core/html.ts'
import { page } from '../core/page.ts'
import type { Amazon } from './amazon.ts'
import { methodOf } from './buyers.ts'

/** The buyer's own page for a charge permission: fix its payment method, or end it. */
export function accountPage(amazon: Amazon, id: string): Response {
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
