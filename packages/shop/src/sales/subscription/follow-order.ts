import type { Context } from '../../context.ts'
import type { Also, OrderFollower } from '../fulfilment/index.ts'
import * as orders from '../fulfilment/index.ts'
import { advanceCycles } from './internal/advance-cycle.ts'
import { refuseKeeping } from './internal/keep-paid.ts'

/** A subscription moves to its next cycle when the goods of an order have arrived, or will never arrive. */
const cycleFollows: OrderFollower = {
  received: (tx, ctx, all) => advanceCycles(tx, ctx, all, 'received'),
  calledOff: (tx, ctx, order, keep_subscription) =>
    advanceCycles(tx, ctx, [order], 'delivery_cancelled', { keep_subscription }),
}

// The verbs of `fulfilment` that end an order, as called by jobs and operators.

type InputOf<F extends (ctx: Context, follower: OrderFollower, input: never) => unknown> = Parameters<F>[2]

/** お届け済み; see `receiveShipments`. */
export const deliverOrder = (ctx: Context, input: InputOf<typeof orders.receiveShipments>, also?: Also) =>
  orders.receiveShipments(ctx, cycleFollows, input, also)

/** お届け済み of many orders; see `receiveOrders` of fulfilment. */
export const deliverOrders = (ctx: Context, input: InputOf<typeof orders.receiveOrders>) =>
  orders.receiveOrders(ctx, cycleFollows, input)

/** お届け済み by term; see `receiveByTerm` of fulfilment. */
export const receiveByTerm = (ctx: Context) => orders.receiveByTerm(ctx, cycleFollows)

/** 欠品: a missing parcel is not sent any more; see `cancelShipment` of fulfilment. */
export const cancelShipment = (ctx: Context, input: InputOf<typeof orders.cancelShipment>, also?: Also) =>
  orders.cancelShipment(ctx, cycleFollows, input, also)

/** 受取拒否: a parcel came back; see `takeParcelBack` of fulfilment. */
export const takeParcelBack = (ctx: Context, input: InputOf<typeof orders.takeParcelBack>, also?: Also) =>
  orders.takeParcelBack(ctx, cycleFollows, input, also)

/** キャンセル before anything was shipped; see `cancelOrder` of fulfilment. */
export async function cancelOrder(ctx: Context, input: InputOf<typeof orders.cancelOrder>, also?: Also) {
  await refuseKeeping(ctx, input)
  return orders.cancelOrder(ctx, cycleFollows, input, also)
}

/** The desk agrees to a cancellation; see `agreeToCancel` of fulfilment. */
export const agreeToCancel = (ctx: Context, input: InputOf<typeof orders.agreeToCancel>, also?: Also) =>
  orders.agreeToCancel(ctx, cycleFollows, input, also)

/** The member's wish to cancel; see `askToCancel` of fulfilment. */
export async function askToCancel(ctx: Context, input: InputOf<typeof orders.askToCancel>, also?: Also, asked?: Also) {
  await refuseKeeping(ctx, input)
  return orders.askToCancel(ctx, cycleFollows, input, also, asked)
}

/** 返品・返金; see `refundOrder` of fulfilment. */
export async function refundOrder(ctx: Context, input: InputOf<typeof orders.refundOrder>, also?: Also) {
  await refuseKeeping(ctx, input)
  return orders.refundOrder(ctx, cycleFollows, input, also)
}
