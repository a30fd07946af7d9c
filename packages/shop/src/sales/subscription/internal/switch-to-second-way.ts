import type { Tx } from '@kushi/db/connect'
import { fallbackPaymentOf, paymentWayText } from '@kushi/values/second-way'
import { formatYen, type Yen } from '@kushi/values/yen'
import { contextInTransaction, type QueryContext } from '../../../context.ts'
import { enqueueLineMessageToMember, enqueueMail } from '../../../messaging/message/index.ts'
import { isPaymentRefusedByWatch } from '../../../people/person/index.ts'
import { eventText } from '../rules/event-text.ts'
import { failureMessage } from '../rules/failure.ts'
import { withFallbackPayment } from '../rules/second-way.ts'
import { paymentFailures } from './check-payment-of.ts'
import type { CycleNotes, LoadedSubscription, SubscriptionRow } from './load-subscription.ts'
import { priceDelivery, withPromisedTotal } from './price-delivery.ts'
import { recordEvent } from './record-event.ts'
import { saveCycleNotes, saveSubscription } from './save-subscription.ts'
import { deliveryFailedLine } from './subscription-line.ts'
import { subscriptionMail } from './subscription-mail.ts'

interface PayableSecondWay {
  set: ReturnType<typeof withFallbackPayment>
  /** The delivery's total by the second way: at most the announced one, else that of the present way. */
  payment_total: Yen
  notes: CycleNotes
}

/**
 * The fallback payment method, if the current delivery can be paid by it today. null: none is set, or it can't be
 * used.
 */
export async function usableFallbackPayment(
  tx: Tx,
  ctx: QueryContext,
  loaded: LoadedSubscription,
): Promise<PayableSecondWay | null> {
  const { row } = loaded
  const way = fallbackPaymentOf(row)
  if (!way) return null
  const set = withFallbackPayment(row, way)
  const inside = contextInTransaction({ ...ctx, shop_id: row.shop_id, customer_id: row.customer_id }, tx)
  if (await isPaymentRefusedByWatch(inside, set)) return null
  const promised = await withPromisedTotal(inside, loaded)
  const { notes } = promised
  const draft = { ...promised, row: { ...row, ...set } }
  const { payment_total, delivery_id } = (await priceDelivery(inside, draft)).summary
  const failures = await paymentFailures(inside, draft.row, payment_total, delivery_id)
  return failures.length > 0 ? null : { set, payment_total, notes }
}

/**
 * Switches the contract to its fallback payment method after a refused payment, and tells the member. The delivery is
 * due again at once. The status of the contract does not change yet.
 */
export async function switchToFallbackPayment(
  tx: Tx,
  ctx: QueryContext,
  row: SubscriptionRow,
  { set, payment_total, notes }: PayableSecondWay,
  failure: string,
): Promise<void> {
  const event = 'second_way_taken'
  const saved = await saveSubscription(tx, row, null, set)
  await saveCycleNotes(tx, [{ row, notes }])
  const { version } = saved
  const [before, after] = [paymentWayText(row), paymentWayText(set)]
  const changes = [{ name: 'payment_method_id', label: 'お支払い方法', before, after }]
  await recordEvent(tx, ctx, row, event, { failure, changes, version })
  const why = failureMessage(failure, row.payment_method_id)
  const next = [
    `お支払いできないときの方法としてお決めいただいた${after}で、${formatYen(payment_total)}(税込)のお支払いをお手続きします。`,
    `これからのお支払いも、${after}になります。${before}に戻すとき、ほかの方法にするときは、このお届けのあと、マイページの「お支払い方法を変更」からお手続きください。`,
  ].join('\n')
  const mail = await subscriptionMail(tx, ctx, saved, event, { why, next })
  const key = `subscription-second-way:${row.id}:${version}`
  const about = { customer_id: row.customer_id, subscription_id: row.id }
  await enqueueMail(tx, row.shop_id, key, mail, about)
  const facts = { what: eventText(event), why, next }
  await enqueueLineMessageToMember(
    tx,
    row,
    key,
    deliveryFailedLine(tx, ctx, saved, facts, 'line_subscription_second_way'),
    about,
  )
}
