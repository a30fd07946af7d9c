import { isRow } from '@kushi/db/in-shop'
import { subscription } from '@kushi/db/schema/subscription'
import type { Context, Verb } from '../context.ts'
import type { PurchaseFollower } from '../order/index.ts'
import * as orders from '../order/index.ts'
import { followCard } from './follow-card.ts'
import { saveSubscription } from './internal/save-subscription.ts'
import { writeSubscription } from './internal/write-subscription.ts'

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
export const placeOrder: Verb<'POST /v1/order/public/new'> = orders.placeOrder(subscriptionBegins)

/** The browser comes back from the provider; see `returnFromPayment` of order. */
export const returnFromPayment = (ctx: Context, return_key: string) =>
  orders.returnFromPayment(ctx, { return_key, purchase: subscriptionBegins, card: followCard })

/** 結果通知; see `receivePaymentNotice` of order. */
export const receivePaymentNotice = (ctx: Context, notice: Parameters<typeof orders.receivePaymentNotice>[2]) =>
  orders.receivePaymentNotice(ctx, subscriptionBegins, notice)

/** Finishes what was cut off; see `repairPayments` of order. */
export const repairPayments = (ctx: Context, quiet?: Parameters<typeof orders.repairPayments>[2]) =>
  orders.repairPayments(ctx, subscriptionBegins, quiet)
