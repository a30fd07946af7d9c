import { randomUUID } from 'node:crypto'
import type { GmoGatewayClient } from '@kushi/adapters/testing/gateway'
import type { InputOf } from '@kushi/contract/endpoint'
import { AddressForm } from '@kushi/contract/form/address'
import type { CardChoice, orderEndpoints } from '@kushi/contract/order'
import type { Call } from './server.ts'

type Draft = InputOf<(typeof orderEndpoints)['POST /v1/order/validates-data']['body']>
export type OrderBody = InputOf<(typeof orderEndpoints)['POST /v1/order/public/new']['body']>
interface Member {
  token: string
  form: Record<string, unknown>
}

export const oil = { product_sku_id: 101, quantity: 1, revision: 1 }
export const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const

export const orderDraft = ({ form }: Member, more: Partial<Draft> = {}): Draft => ({
  is_subscription: false,
  items: [oil],
  shipping_address: AddressForm.parse(form),
  delivery_id: 1,
  delivery_time_id: null,
  delivery_date: null,
  payment_method_id: 1,
  delivery_pattern: null,
  ...more,
})

/** Loads the confirmation screen, and returns what its button sends. */
export async function confirm(call: Call, member: Member, card: CardChoice | null, more: Partial<Draft> = {}) {
  const body = orderDraft(member, more)
  const { data, status, meta } = await call('POST /v1/order/validates-data', { body, token: member.token })
  if (status !== 200) throw new Error(JSON.stringify(meta))
  const request: OrderBody = {
    ...body,
    idempotency_key: randomUUID(),
    card,
    shown: {
      payment_total: data.summary.payment_total,
      following_payment_total: data.summary.following?.payment_total ?? null,
      first_delivery_date: data.first_delivery_date,
      next_delivery_date: data.next_delivery_date,
      next_next_delivery_date: data.next_next_delivery_date,
      terms_version: data.terms_version,
      shown_at: new Date().toISOString(),
      text: `ご注文内容の確認 お支払い合計 ${data.summary.payment_total}円`,
    },
  }
  return request
}

/** Sends the browser's POST from the bank's page, without cookies or tokens. Returns where it is redirected. */
export async function comeBack(url: string, accessId: string): Promise<string> {
  const body = new URLSearchParams({ AccessID: accessId })
  const res = await fetch(`${url}/v1/payment/gmo/return`, { method: 'POST', body, redirect: 'manual' })
  return `${res.status} ${res.headers.get('location')}`
}

/** A card order up to the bank's page. */
export async function toTheBank(
  { call, gateway, member }: { call: Call; gateway: GmoGatewayClient; member: Member },
  cardNumber: string,
  more: Partial<Draft> = {},
  save_card = false,
) {
  const request = await confirm(call, member, { token: await gateway.token(cardNumber), save_card }, more)
  const placed = await call('POST /v1/order/public/new', { body: request, token: member.token })
  if (!placed.data?.redirect_url) throw new Error(JSON.stringify(placed))
  return { request, order_no: placed.data.order_no, redirect_url: placed.data.redirect_url }
}
