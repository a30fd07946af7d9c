import { providerActor } from '@kushi/shop/actor'
import { receivePaymentNotice } from '@kushi/shop/sales/checkout/receive-payment-notice'
import type { Hono } from 'hono'
import type { Deps } from '../../deps/deps.ts'
import { listShopIds } from '../../deps/shop-bases.ts'
import type { RequestContext } from '../implement.ts'

interface ReceivedNotice {
  provider_order_id: string
  /** As `payment.account` names it. */
  account: string
}

interface Noticing {
  path: string
  /** Who is named as the actor. */
  name: string
  read(text: string): ReceivedNotice
  /** The responses for 受信成功 and 受信失敗; after the latter the provider sends the notice again. */
  received: string
  failed: string
  failed_status?: 503
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Anyone can post here, so only our own order number and the account are read. */
const noticing: Noticing[] = [
  {
    path: '/v1/payment/gmo/notification',
    name: 'GMO',
    read(text) {
      const form = new URLSearchParams(text)
      return { provider_order_id: form.get('OrderID') ?? '', account: `gmo ${form.get('ShopID')}` }
    },
    received: '0',
    failed: '1',
  },
  {
    path: '/v1/payment/paypay/notification',
    name: 'PayPay',
    read(text) {
      const notice = jsonOf(text)
      return {
        provider_order_id: textOf(notice.merchant_order_id),
        account: `paypay ${textOf(notice.merchant_id)}`,
      }
    },
    received: '',
    failed: '',
    failed_status: 503,
  },
]

function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/**
 * 結果通知 of providers. The provider is then queried for the actual state. The notice is handled for the shops whose account it
 * names (several only with the simulators); a notice for another account, or without a number, is ignored.
 */
export function mountPaymentNotification(app: Hono, deps: Deps, contextOf: RequestContext): void {
  for (const { path, name, read, received, failed, failed_status } of noticing)
    app.post(path, async (c) => {
      const text = await c.req.text()
      const { provider_order_id, account } = read(text)
      if (!/^[A-Za-z0-9-]{1,27}$/.test(provider_order_id)) return c.text(received)
      try {
        for (const shop_id of await shopsOfAccount(deps, account)) {
          const ctx = { ...(await contextOf(c, shop_id)), actor: providerActor(name) }
          await receivePaymentNotice(ctx, { provider_order_id, text: `${name.toLowerCase()}\n${text}` })
        }
        return c.text(received)
      } catch (error) {
        deps.log.warn({ err: error, provider_order_id }, 'payment notice not followed')
        return c.text(failed, failed_status)
      }
    })
}

async function shopsOfAccount(deps: Deps, account: string): Promise<number[]> {
  const found: number[] = []
  for (const shop_id of await listShopIds(deps.database.db)) {
    const { gmo, providers } = await deps.configOf(shop_id)
    const accounts = [gmo && `gmo ${gmo.shop_id}`, ...[...providers.values()].map((port) => port.account)]
    if (accounts.includes(account)) found.push(shop_id)
  }
  return found
}
