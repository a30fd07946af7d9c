import { isRow } from '@kushi/db/in-shop'
import { subscription } from '@kushi/db/schema/subscription'
import type { Context, Verb } from '../context.ts'
import * as placing from '../order/place-order.ts'
import type { PurchaseFollower } from '../order/purchase-follower.ts'
import * as notices from '../order/receive-payment-notice.ts'
import * as repairing from '../order/repair-payments.ts'
import * as returning from '../order/return-from-payment.ts'
import { followCard } from './follow-card.ts'
import { saveSubscription } from './save-subscription.ts'
import { writeSubscription } from './write-subscription.ts'

/** A subscription begins with its first order, once that is paid. */
export const subscriptionBegins: PurchaseFollower = {
  placed: writeSubscription,
  async paid(tx, { shop_id, subscription_id }, { charge_permission_id }) {
    if (subscription_id === null) return
    const [row] = await tx
      .select()
      .from(subscription)
      .where(isRow(subscription, { shop_id, id: subscription_id }))
    await saveSubscription(tx, row!, 'begin', charge_permission_id ? { charge_permission_id } : {})
  },
}

// The verbs of order that a subscription may begin with, as calls, jobs and webhooks use them.

/** 注文の確定; see `placeOrder` of order. */
export const placeOrder: Verb<'POST /v1/order/public/new'> = placing.placeOrder(subscriptionBegins)

/** The browser comes back from the provider; see `returnFromPayment` of order. */
export const returnFromPayment = (ctx: Context, return_key: string) =>
  returning.returnFromPayment(ctx, { return_key, purchase: subscriptionBegins, card: followCard })

/** 結果通知; see `receivePaymentNotice` of order. */
export const receivePaymentNotice = (ctx: Context, notice: Parameters<typeof notices.receivePaymentNotice>[2]) =>
  notices.receivePaymentNotice(ctx, subscriptionBegins, notice)

/** Finishes what was cut off; see `repairPayments` of order. */
export const repairPayments = (ctx: Context, quiet?: Parameters<typeof repairing.repairPayments>[2]) =>
  repairing.repairPayments(ctx, subscriptionBegins, quiet)
