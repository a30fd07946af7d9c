import { providerActor } from '@kushi/shop/actor'
import { receivePaymentNotice } from '@kushi/shop/sales/checkout/receive-payment-notice'
import { findPaymentByReturnKey } from '@kushi/shop/sales/checkout/shop-of-return'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Hono } from 'hono'
import type { Deps } from '../../deps/deps.ts'
import { listShopIds } from '../../deps/shop-bases.ts'
import type { RequestContext } from '../mount-calls.ts'
import { postedJsonFields, postedText } from './posted.ts'

/**
 * `account`: as `payment.account` names it. `return_key`: of the attempt, which nobody else knows. `approved`: what was approved at a
 * provider that names no account, of whichever shop it is.
 */
type ReceivedNotice =
  | { provider_order_id: string; account: string }
  | { return_key: string }
  | { provider_order_id: string; approved: { payment_method_id: typeof PAYMENT_METHOD.paidy; approval_id: string } }

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

/** Anyone can post here, so only our own number, with the account, or our own key is read. */
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
      const notice = postedJsonFields(text)
      return {
        provider_order_id: postedText(notice.merchant_order_id),
        account: `paypay ${postedText(notice.merchant_id)}`,
      }
    },
    received: '',
    failed: '',
    failed_status: 503,
  },
  {
    path: '/v1/payment/paidy/notification',
    name: 'ペイディ',
    read(text) {
      const { payment_id, order_ref } = postedJsonFields(text)
      const approved = { payment_method_id: PAYMENT_METHOD.paidy, approval_id: postedText(payment_id) }
      return { provider_order_id: postedText(order_ref), approved }
    },
    received: '',
    failed: '',
    failed_status: 503,
  },
  {
    path: '/v1/payment/gmo-wallet/notification',
    name: 'GMO',
    read: (text) => ({ return_key: postedText(postedJsonFields(text).csrfToken) }),
    received: '',
    failed: '',
    failed_status: 503,
  },
]

/**
 * 結果通知 of providers. The provider is then queried for the actual state. The notice is handled for the shops whose account it
 * names (several only with the simulators); a notice for another account, or without a number, is ignored.
 */
export function mountPaymentNotification(app: Hono, deps: Deps, contextOf: RequestContext): void {
  for (const { path, name, read, received, failed, failed_status } of noticing)
    app.post(path, async (c) => {
      const text = await c.req.text()
      const { provider_order_id, shop_ids, ...told } = await addressed(deps, read(text))
      if (!/^[A-Za-z0-9-]{1,27}$/.test(provider_order_id)) return c.text(received)
      // A notice that one shop can't handle now is sent again; the other shops do not wait for it.
      let isFollowed = true
      const unfollowed = (error: unknown) => {
        deps.log.warn({ err: error, provider_order_id }, 'payment notice not followed')
        isFollowed = false
        return []
      }
      for (const shop_id of await shop_ids().catch(unfollowed))
        try {
          const ctx = { ...(await contextOf(c, shop_id)), actor: providerActor(name) }
          await receivePaymentNotice(ctx, { ...told, provider_order_id, text: `${name.toLowerCase()}\n${text}` })
        } catch (error) {
          unfollowed(error)
        }
      return isFollowed ? c.text(received) : c.text(failed, failed_status)
    })
}

/** Finds the payment of a notice, and the shops that it may belong to. */
async function addressed(deps: Deps, notice: ReceivedNotice) {
  if ('account' in notice) {
    const { provider_order_id, account } = notice
    return { provider_order_id, shop_ids: () => shopsOfAccount(deps, account) }
  }
  if ('approved' in notice)
    return { ...notice, shop_ids: () => shopsWithProvider(deps, notice.approved.payment_method_id) }
  const found = await findPaymentByReturnKey(deps.database.db, notice.return_key)
  return { provider_order_id: found?.provider_order_id ?? '', shop_ids: async () => (found ? [found.shop_id] : []) }
}

async function shopsWithProvider(deps: Deps, method: typeof PAYMENT_METHOD.paidy): Promise<number[]> {
  const found: number[] = []
  for (const shop_id of await listShopIds(deps.database.db))
    if ((await deps.configOf(shop_id)).providers.has(method)) found.push(shop_id)
  return found
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
