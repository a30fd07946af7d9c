import { redirect } from 'react-router'
import { api } from '../../../api.ts'
import { loginPath } from '../../../navigate.ts'
import { kindOfPath } from '../../../state/purchase-kind.ts'
import { sessionStore } from '../../../state/session.ts'

/** The order that was placed, as the shop knows it; null: none of this member's. */
export async function loadComplete(url: URL) {
  const kind = kindOfPath(url.pathname)
  const order_no = url.searchParams.get('order_no')
  if (!order_no) throw redirect('/')
  if (!sessionStore.getState().customer)
    throw redirect(loginPath(`/${kind}-purchase/complete?${new URLSearchParams({ order_no })}`))
  const { items } = await api('GET /v1/order/public/list', { query: { order_no } })
  return { kind, order_no, order: items[0] ?? null }
}
