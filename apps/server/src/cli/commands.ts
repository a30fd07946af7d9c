import type { Context } from '@kushi/shop/context'
import { setRequirement } from '@kushi/shop/line/set-requirement'
import { cancelOrder, refundOrder } from '@kushi/shop/order/cancel-order'
import { changeTotal } from '@kushi/shop/order/change-total'
import { deliverOrder } from '@kushi/shop/order/deliver-order'
import { listOrdersForOperator } from '@kushi/shop/order/list-for-operator'
import { shipOrder } from '@kushi/shop/order/ship-order'
import { listHeld } from '@kushi/shop/payment/list-held'
import { reconcilePayments } from '@kushi/shop/payment/reconcile-payments'
import { repairPayments } from '@kushi/shop/payment/repair-payments'
import { listFailures } from '@kushi/shop/subscription/list-failures'
import { previewDay } from '@kushi/shop/subscription/preview-day'
import { retryOne } from '@kushi/shop/subscription/retry-one'
import { runDay } from '@kushi/shop/subscription/run-day'
import { CARRIERS, type Carrier } from '@kushi/values/carrier'
import { LINE_REQUIREMENT, type LineRequirement } from '@kushi/values/line-requirement'
import { ORDER_STATUS, type OrderStatus } from '@kushi/values/order-status'

export interface Options {
  tracking?: string | undefined
  carrier?: string | undefined
  status?: string | undefined
  amount?: string | undefined
  days?: string | undefined
  'dry-run'?: boolean | undefined
}
type Command = (ctx: Context, subject: string | undefined, options: Options) => Promise<readonly object[]>

/** What the person at the keyboard got wrong: told in one sentence. */
export class UsageError extends Error {}

const orderNo = (subject: string | undefined): { order_no: string } => {
  if (!subject) throw new UsageError('Which order? Give its number, as in K261121-7QK3M9XA.')
  return { order_no: subject }
}
function oneOf<T extends string>(all: readonly T[], given: string, what: string): T {
  const found = all.find((one) => one === given)
  if (!found) throw new UsageError(`${what} is one of ${all.join(', ')}.`)
  return found
}
function yenOf(text: string): number {
  const yen = Number(text)
  if (!Number.isInteger(yen) || yen < 1) throw new UsageError('--amount is a whole number of yen.')
  return yen
}
const brief = (order: {
  order_no: string
  status: string
  delivery_company: string | null
  tracking_no: string | null
}) => {
  const { order_no, status, delivery_company, tracking_no } = order
  return [{ order_no, status, delivery_company, tracking_no }]
}

/** The operator's hand. Each does one thing, and done twice does no harm. */
export const commands: Record<string, { usage: string; run: Command }> = {
  'orders list': {
    usage: 'orders list [--status arranged]',
    run: (ctx, _, { status }) =>
      listOrdersForOperator(ctx, status ? oneOf<OrderStatus>(ORDER_STATUS, status, '--status') : undefined, 100),
  },
  'orders ship': {
    usage: 'orders ship <order_no> --tracking <number> [--carrier yamato]',
    async run(ctx, subject, { tracking, carrier = 'yamato' }) {
      if (!tracking) throw new UsageError('--tracking is missing: the number on the parcel.')
      const delivery_company = oneOf<Carrier>(CARRIERS, carrier, '--carrier')
      return brief(await shipOrder(ctx, { ...orderNo(subject), delivery_company, tracking_no: tracking }))
    },
  },
  'orders deliver': {
    usage: 'orders deliver <order_no>',
    run: async (ctx, subject) => brief(await deliverOrder(ctx, orderNo(subject))),
  },
  'orders change': {
    usage: 'orders change <order_no> --amount 3000  another total, before it is shipped',
    async run(ctx, subject, { amount }) {
      if (!amount) throw new UsageError('--amount is missing: the new total in yen.')
      const { order_no, status, payment_total } = await changeTotal(ctx, { ...orderNo(subject), amount: yenOf(amount) })
      return [{ order_no, status, payment_total }]
    },
  },
  'orders cancel': {
    usage: 'orders cancel <order_no>          before it is shipped',
    run: async (ctx, subject) => brief(await cancelOrder(ctx, orderNo(subject))),
  },
  'orders refund': {
    usage: 'orders refund <order_no> [--amount 500]  after it was shipped; until so much in all is given back',
    run: async (ctx, subject, { amount }) =>
      brief(await refundOrder(ctx, { ...orderNo(subject), ...(amount && { amount: yenOf(amount) }) })),
  },
  'payments reconcile': {
    usage: 'payments reconcile [--days 7]      our books and the providers’: what differs',
    run: (ctx, _, { days = '3' }) => {
      if (!/^\d{1,4}$/.test(days)) throw new UsageError('--days is a whole number.')
      return reconcilePayments(ctx, { days: Number(days) })
    },
  },
  'payments held': {
    usage: 'payments held                      under examination, until when',
    run: (ctx) => listHeld(ctx),
  },
  'payments ask': {
    usage: 'payments ask                       asks now how the examinations went',
    run: async (ctx) => [{ asked: await repairPayments(ctx, { held: 0 }), still_held: (await listHeld(ctx)).length }],
  },
  'subscriptions run': {
    usage: 'subscriptions run [--date 2026-12-01] [--dry-run]',
    run: async (ctx, _, options) => (options['dry-run'] ? previewDay(ctx) : [await runDay(ctx)]),
  },
  'line level': {
    usage: 'line level <none|optional|required>',
    async run(ctx, subject = '') {
      const level = oneOf<LineRequirement>(LINE_REQUIREMENT, subject, 'The level')
      await setRequirement(ctx, level)
      return [{ shop: ctx.shop_id, line: level }]
    },
  },
  'subscriptions failures': { usage: 'subscriptions failures', run: (ctx) => listFailures(ctx) },
  'subscriptions retry': {
    usage: 'subscriptions retry <id>          once more, now',
    async run(ctx, subject) {
      const id = Number(subject)
      if (!Number.isInteger(id) || id < 1) throw new UsageError('Which subscription? Give its number.')
      return [{ subscription: id, ...(await retryOne(ctx, id)) }]
    },
  },
}
