import { readFile } from 'node:fs/promises'
import { shopCommand } from '@kushi/db/command-hints'
import { bookAllSoldOrders, findLedgerDifferences } from '@kushi/shop/accounting/ledger/book'
import type { AdminContext } from '@kushi/shop/foundation/admin/context'
import { findFigureDifferences, rebuildFacts } from '@kushi/shop/growth/report/figures'
import { deliverOutbox } from '@kushi/shop/messaging/message/deliver-outbox'
import { listFailedMessages, retryFailedMessages } from '@kushi/shop/messaging/message/failed-messages'
import { approveSupplier, listSupplierApplications, refuseSupplier } from '@kushi/shop/people/inquiry/decide-supplier'
import { setLineRequirement } from '@kushi/shop/people/line/set-requirement'
import { inviteOperator, resetOperatorAccess } from '@kushi/shop/people/operator/invitation'
import { repairPayments } from '@kushi/shop/sales/checkout/repair-payments'
import { verifyIssuedDocuments } from '@kushi/shop/sales/document/store-issued-document'
import { cancelOrderWithAudit } from '@kushi/shop/sales/fulfilment/admin/end-order'
import { listShipments } from '@kushi/shop/sales/fulfilment/list-shipments'
import { setCarrierDeliveryTerm } from '@kushi/shop/sales/fulfilment/mark-delivered-by-term'
import { cancelShipment, markParcelsDelivered } from '@kushi/shop/sales/fulfilment/receive-shipments'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { splitParcel } from '@kushi/shop/sales/fulfilment/split-order'
import { changeOrderTotal } from '@kushi/shop/sales/order/change-total'
import { listOrdersForOperator } from '@kushi/shop/sales/order/orders'
import { findUnknownPayments } from '@kushi/shop/sales/payment/find-unknown'
import { findPaymentHold, holdPayments, listPaymentHolds, resumePayments } from '@kushi/shop/sales/payment/hold'
import { listPaymentsUnderReview } from '@kushi/shop/sales/payment/list-payments-under-review'
import { reconcilePayments } from '@kushi/shop/sales/payment/reconcile-payments'
import { type OrderRefund, refundOrder } from '@kushi/shop/sales/refund/refund-order'
import { endSubscription } from '@kushi/shop/sales/subscription/end-subscription'
import { listDeliveryFailures } from '@kushi/shop/sales/subscription/list-failures'
import { previewDailyRun } from '@kushi/shop/sales/subscription/preview-day'
import { retryDelivery } from '@kushi/shop/sales/subscription/retry-one'
import { runDailyDeliveries } from '@kushi/shop/sales/subscription/run-day'
import { setAdjustmentAmount } from '@kushi/shop/sales/subscription/set-adjustment-amount'
import { CARRIERS, type Carrier } from '@kushi/values/carrier'
import { LINE_REQUIREMENT, type LineRequirement } from '@kushi/values/line'
import { ORDER_STATUSES, type OrderStatus } from '@kushi/values/order-status'
import { ROLES } from '@kushi/values/role'
import { TEMPERATURES, type Temperature } from '@kushi/values/shipment'
import { accountCommands } from './accounts.ts'
import { bulkCommands } from './bulk.ts'
import { type Command, type CommandOptions, UsageError } from './command.ts'
import { keyCommands } from './keys.ts'
import { moveInCommands } from './move-in.ts'
import { shippingCommands } from './shipping.ts'

function inquiryNo(subject: string | undefined): string {
  if (!subject) throw new UsageError('Which application? Give its number, as in Q261121-7QK3M9.')
  return subject
}
const orderNo = (subject: string | undefined): { order_no: string } => {
  if (!subject) throw new UsageError('Which order? Give its number, as in K261121-7QK3M9XA.')
  return { order_no: subject }
}
function subscriptionId(subject: string | undefined): number {
  const id = Number(subject)
  if (!Number.isInteger(id) || id < 1) throw new UsageError('Which subscription? Give its number.')
  return id
}
const kept = (options: CommandOptions) => ({ keep_subscription: options['keep-subscription'] ?? false })
function oneOf<T extends string>(all: readonly T[], given: string, what: string): T {
  const found = all.find((one) => one === given)
  if (!found) throw new UsageError(`${what} is one of ${all.join(', ')}.`)
  return found
}
function unreadable(path: string): never {
  throw new UsageError(`${path} can't be read.`)
}
function yenOf(text: string): number {
  const yen = Number(text)
  if (!Number.isInteger(yen) || yen < 1) throw new UsageError('--amount is a whole number of yen.')
  return yen
}
const brief = ({ order_no, status }: { order_no: string; status: string }) => [{ order_no, status }]
/** An order and its parcels after the command, one row each. */
async function parcelsOf(ctx: AdminContext, order_no: string) {
  const { order, shipments } = await listShipments(ctx, order_no)
  if (shipments.length === 0) return brief(order)
  return shipments.map(({ shipment_no, status, carrier, tracking_no, items }) => ({
    order_no,
    status: order.status,
    shipment_no,
    parcel: status,
    carrier,
    tracking_no,
    items: items.map((item) => `${item.product_code}=${item.quantity}`).join(' '),
  }))
}
const piecesOf = (text: string) =>
  text.split(',').map((piece) => {
    const [, product_code, quantity] = /^([\w-]+)=([1-9]\d?)$/.exec(piece) ?? []
    if (!product_code) throw new UsageError('--items looks like OIL-30=1,SOAP=2.')
    return { product_code, quantity: Number(quantity) }
  })
const parcelNo = (options: CommandOptions) => (options.shipment ? { shipment_no: options.shipment } : {})

/** Commands for operators. Each does one thing, and running it twice does no harm. */
export const commands: Record<string, Command> = {
  'suppliers list': {
    usage: 'suppliers list --shop 3            applications for a wholesale account',
    run: listSupplierApplications,
  },
  'suppliers approve': {
    usage: 'suppliers approve <inquiry_no> --shop 3  makes the account and invites by mail; again: a new link',
    run: async (ctx, subject) => [await approveSupplier(ctx, inquiryNo(subject))],
  },
  'suppliers refuse': {
    usage: 'suppliers refuse <inquiry_no> --shop 3   tells the applicant by mail',
    async run(ctx, subject) {
      await refuseSupplier(ctx, inquiryNo(subject))
      return [{ inquiry_no: subject, decision: 'refused' }]
    },
  },
  'orders list': {
    usage: 'orders list [--status arranged]',
    run: (ctx, _, { status }) =>
      listOrdersForOperator(ctx, status ? oneOf<OrderStatus>(ORDER_STATUSES, status, '--status') : undefined, 100),
  },
  'orders ship': {
    usage:
      'orders ship <order_no> --tracking <number> [--shipment <number>] [--carrier yamato] [--replace]  --replace: the number given before is wrong',
    async run(ctx, subject, { tracking: tracking_no, carrier: name = 'yamato', replace = false, shipment }) {
      if (!tracking_no) throw new UsageError('--tracking is missing: the number on the parcel.')
      const carrier = oneOf<Carrier>(CARRIERS, name, '--carrier')
      const { order_no } = orderNo(subject)
      await shipOrder(ctx, { order_no, shipment_no: shipment, carrier, tracking_no, replace })
      return parcelsOf(ctx, order_no)
    },
  },
  'orders parcels': {
    usage: 'orders parcels <order_no>          its parcels, once it is being packed or shipped',
    run: (ctx, subject) => parcelsOf(ctx, orderNo(subject).order_no),
  },
  'orders split': {
    usage:
      'orders split <order_no> --items <code>=<pieces>,… [--temperature frozen] [--shipment <number>]  into a parcel of its own',
    async run(ctx, subject, { items = '', temperature: degree = 'normal', ...options }) {
      const temperature = oneOf<Temperature>(TEMPERATURES, degree, '--temperature')
      const { order_no } = orderNo(subject)
      await splitParcel(ctx, { order_no, ...parcelNo(options), items: piecesOf(items), temperature })
      return parcelsOf(ctx, order_no)
    },
  },
  'orders deliver': {
    usage: 'orders deliver <order_no> [--shipment <number>]',
    async run(ctx, subject, options) {
      const { order_no } = orderNo(subject)
      await markParcelsDelivered(ctx, { order_no, ...parcelNo(options) })
      return parcelsOf(ctx, order_no)
    },
  },
  'carriers term': {
    usage: 'carriers term <carrier> --days 5    days after which a parcel counts as received',
    async run(ctx, subject = '', { days = '' }) {
      const carrier = oneOf<Carrier>(CARRIERS, subject, 'The carrier')
      if (!/^([1-9]|[1-5]\d|60)$/.test(days)) throw new UsageError('--days is a whole number from 1 to 60.')
      await setCarrierDeliveryTerm(ctx, { carrier, days: Number(days) })
      return [{ shop: ctx.shop_id, carrier, days: Number(days) }]
    },
  },
  'orders change': {
    usage: 'orders change <order_no> --amount 3000  another total, before it is shipped',
    async run(ctx, subject, { amount }) {
      if (!amount) throw new UsageError('--amount is missing: the new total in yen.')
      const { order_no, status, payment_total } = await changeOrderTotal(ctx, {
        ...orderNo(subject),
        amount: yenOf(amount),
      })
      return [{ order_no, status, payment_total }]
    },
  },
  'orders cancel': {
    usage:
      'orders cancel <order_no> --reason <text> [--quiet] [--keep-subscription]  before it is shipped, told by mail or quietly; while it is packed, asked of who packs (shipping agree); the subscription that began with it ends, or is kept; --shipment <number>: the missing parcel of one that has left in part',
    async run(ctx, subject, { shipment, reason, quiet = false, ...options }) {
      const { order_no } = orderNo(subject)
      if (shipment) return brief(await cancelShipment(ctx, { order_no, shipment_no: shipment }))
      const decision_reason = reason?.trim()
      if (!decision_reason) throw new UsageError('--reason is missing: why it is cancelled, for the trail.')
      const became = await cancelOrderWithAudit(ctx, { order_no, decision_reason, notify: !quiet, ...kept(options) })
      return brief({ order_no, status: became === 'asked' ? 'cancel_asked' : became })
    },
  },
  'orders refund': {
    usage:
      'orders refund <order_no> [--amount 500 | --keep-subscription]  after it was shipped; all that is left, or until so much in all is given back',
    run: async (ctx, subject, options) => {
      const { amount } = options
      if (amount && options['keep-subscription'])
        throw new UsageError('--keep-subscription goes with a refund of all that is left: leave --amount out.')
      const refund: OrderRefund = amount
        ? { kind: 'reduction', total: yenOf(amount) }
        : { kind: 'return', ...kept(options) }
      return brief(await refundOrder(ctx, { ...orderNo(subject), refund }))
    },
  },
  'ledger check': {
    usage: 'ledger check                       derives 売上台帳 again from the orders; prints every difference',
    async run(ctx) {
      const found = []
      for await (const difference of findLedgerDifferences(ctx)) found.push(difference)
      return found
    },
  },
  'documents check': {
    usage:
      'documents check                    recomputes the hash of each issued document; prints those that were altered',
    async run(ctx) {
      const found = []
      for await (const one of verifyIssuedDocuments(ctx)) found.push(one)
      return found
    },
  },
  'ledger book': {
    usage: 'ledger book                        adds what is missing in 売上台帳',
    run: async (ctx) => [{ orders_read: await bookAllSoldOrders(ctx) }],
  },
  'figures check': {
    usage:
      'figures check                      derives the facts of the reports again from the events; prints every difference',
    async run(ctx) {
      const found = []
      for await (const difference of findFigureDifferences(ctx)) found.push(difference)
      return found
    },
  },
  'figures book': {
    usage: 'figures book                       writes the facts of the reports anew',
    run: async (ctx) => [{ ...(await rebuildFacts(ctx)) }],
  },
  'payments reconcile': {
    usage:
      'payments reconcile [--days 7]      our books and the providers’: what differs; --list FILE: what stands there and not here',
    async run(ctx, _, { days = '3', list }) {
      if (list) return findUnknownPayments(ctx, await readFile(list, 'utf8').catch(() => unreadable(list)))
      if (!/^\d{1,4}$/.test(days)) throw new UsageError('--days is a whole number.')
      return reconcilePayments(ctx, { days: Number(days) })
    },
  },
  hold: {
    usage: 'hold --reason <text>               nothing is charged any more, in no shop; after a restore from elsewhere',
    async run(ctx, _, { reason }) {
      if (!reason?.trim()) throw new UsageError('--reason is missing: why nothing is charged.')
      await holdPayments(ctx, reason.trim())
      return [{ payments: 'held', reason: reason.trim() }]
    },
  },
  resume: {
    usage:
      'resume --list FILE [--days 30] [--accept <why>]  compares the books of one shop (--shop) with its providers’; it charges again if they agree',
    async run(ctx, _, { list, days = '30', accept }) {
      if (!/^\d{1,4}$/.test(days)) throw new UsageError('--days is a whole number.')
      const text = list && (await readFile(list, 'utf8').catch(() => unreadable(list)))
      const { differences, unknown } = await resumePayments(ctx, { list: text, days: Number(days), accept })
      const shops = (await listPaymentHolds(ctx.db)).map(({ shop_id }) => shop_id).join(', ')
      const counted = { differences: differences.length, unknown: unknown.length }
      return [{ shop: ctx.shop_id, payments: 'go on', ...counted, still_held: shops || 'none' }]
    },
  },
  'payments held': {
    usage: 'payments held                      under examination, until when',
    run: (ctx) => listPaymentsUnderReview(ctx),
  },
  'payments ask': {
    usage: 'payments ask                       asks now how the examinations went',
    run: async (ctx) => [
      { asked: await repairPayments(ctx, { held: 0 }), still_held: (await listPaymentsUnderReview(ctx)).length },
    ],
  },
  'subscriptions run': {
    usage: 'subscriptions run [--date 2026-12-01] [--dry-run]',
    async run(ctx, _, options) {
      if (options['dry-run']) return previewDailyRun(ctx)
      if (await findPaymentHold(ctx.db, ctx.shop_id))
        throw new UsageError(`Payments are held: ${shopCommand('resume')}.`)
      return [await runDailyDeliveries(ctx)]
    },
  },
  'line level': {
    usage: 'line level <none|optional|required>',
    async run(ctx, subject = '') {
      const level = oneOf<LineRequirement>(Object.keys(LINE_REQUIREMENT) as LineRequirement[], subject, 'The level')
      await setLineRequirement(ctx, level)
      return [{ shop: ctx.shop_id, line: level }]
    },
  },
  'outbox failed': {
    usage: 'outbox failed                      mails and LINE messages that were given up',
    run: (ctx) => listFailedMessages(ctx),
  },
  'outbox retry': {
    usage: 'outbox retry [id]                  once more, all or one',
    async run(ctx, subject) {
      const id = subject === undefined ? undefined : Number(subject)
      if (id !== undefined && (!Number.isInteger(id) || id < 1)) throw new UsageError('Which message? Give its number.')
      const waiting = await retryFailedMessages(ctx, id)
      return [{ tried_again: waiting, sent: await deliverOutbox(ctx) }]
    },
  },
  'operator invite': {
    usage:
      'operator invite <e-mail> [--role manager] [--all-shops]  the first door of /admin/: prints the link, and mails it',
    async run(ctx, subject = '', { role = 'manager', 'all-shops': isAll = false }) {
      if (!/^[^\s@]+@[^\s@]+$/.test(subject)) throw new UsageError('Whom? Give an e-mail address.')
      const person = { email: subject.toLowerCase(), role: oneOf(ROLES, role, '--role'), is_installation: isAll }
      return [{ invited: subject, role, link: await inviteOperator(ctx, person) }]
    },
  },
  'operator renew': {
    usage:
      'operator renew <e-mail>            for one who lost every way in, or after a lost SECRET_KEY: password, authenticator, passkeys and sessions end; prints the link to new ones, and mails it',
    run: async (ctx, subject = '') => [
      { renewed: subject, link: await resetOperatorAccess(ctx, subject.toLowerCase()) },
    ],
  },
  ...keyCommands,
  ...accountCommands,
  ...shippingCommands,
  ...bulkCommands,
  ...moveInCommands,
  'subscriptions failures': { usage: 'subscriptions failures', run: (ctx) => listDeliveryFailures(ctx) },
  'subscriptions retry': {
    usage: 'subscriptions retry <id>          once more, now',
    async run(ctx, subject) {
      const id = subscriptionId(subject)
      return [{ subscription: id, ...(await retryDelivery(ctx, id)) }]
    },
  },
  'subscriptions adjust': {
    usage: 'subscriptions adjust <id> --amount=-300  yen on each delivery from the next one on; 0 ends it',
    async run(ctx, subject, { amount = '' }) {
      if (!/^-?\d{1,6}$/.test(amount)) throw new UsageError('--amount is a whole number of yen, as in --amount=-300.')
      return [await setAdjustmentAmount(ctx, { id: subscriptionId(subject), amount: Number(amount) })]
    },
  },
  'subscriptions end': {
    usage: 'subscriptions end <id> --reason <text>  for good, what is paid ahead too; an arranged order is named',
    async run(ctx, subject, { reason }) {
      const id = subscriptionId(subject)
      if (!reason?.trim()) throw new UsageError('--reason is missing: why the shop ends it, for the history.')
      return [await endSubscription(ctx, { id, reason: reason.trim() })]
    },
  },
}
