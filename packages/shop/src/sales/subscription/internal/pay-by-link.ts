import type { PayLinkMethod } from '@kushi/contract/subscription'
import type { Tx } from '@kushi/db/connect'
import { contextInTransaction, type MemberContext, type MemberQueryContext } from '../../../context.ts'
import { isPaymentRefusedByWatch } from '../../../people/person/index.ts'
import { refusedField, ShopError } from '../../../shop-error.ts'
import { lockInvoiceDebt, requireConsent } from '../../payment/index.ts'
import { reachableDeliveryDates } from '../rules/delivery-dates.ts'
import { failureMessage } from '../rules/failure.ts'
import { singleDeliveryPaymentFailure } from './check-payment-of.ts'
import { listPayLinkMethods } from './list-pay-link-methods.ts'
import type { LoadedSubscription, SubscriptionRow } from './load-subscription.ts'
import { priceDelivery, withPromisedTotal } from './price-delivery.ts'
import { recordEvent } from './record-event.ts'
import type { ReadyDelivery } from './write-cycle-order.ts'
import { deliveryGoodsObstacle, type WrittenDelivery, writeDeliveries } from './write-delivery.ts'

// A delivery paid by another way than the contract's, which stays. It costs no more than by the contract's way
// (`withPromisedTotal`).

type MethodId = PayLinkMethod['payment_method_id']

/** The delivery on the first day on which it can arrive now, and the most that it costs. */
const dueNow = (ctx: MemberQueryContext, loaded: LoadedSubscription): Promise<LoadedSubscription> =>
  withPromisedTotal(ctx, { ...loaded, row: { ...loaded.row, ...reachableDeliveryDates(loaded, ctx.clock.today()) } })

/** `refusal`: why this way can't pay it; null: it can. */
async function deliveryBy(
  ctx: MemberQueryContext,
  due: LoadedSubscription,
  way: MethodId,
): Promise<ReadyDelivery & { refusal: string | null }> {
  const loaded = { ...due, row: { ...due.row, payment_method_id: way, card_seq: null } }
  const quoted = await priceDelivery(ctx, loaded)
  return { loaded, quoted, refusal: await refusalOf(ctx, loaded.row, quoted) }
}

async function refusalOf(ctx: MemberQueryContext, row: SubscriptionRow, quoted: ReadyDelivery['quoted']) {
  const missing = deliveryGoodsObstacle(quoted)
  if (missing) return failureMessage(missing, row.payment_method_id)
  if (await isPaymentRefusedByWatch(ctx, row)) return NOT_OFFERED
  return singleDeliveryPaymentFailure(ctx, row, quoted.summary)
}

const NOT_OFFERED = 'いまお使いいただけるお支払い方法がありません。'

interface PayableNow extends ReadyDelivery {
  methods: PayLinkMethod[]
  /** The reason why the delivery can't be paid now; null: it can. */
  message: string | null
}

/**
 * Returns the ways by which the delivery can be paid now, each with its total. Goods and day are those of the contract.
 */
export async function loadPayLinkOptions(ctx: MemberContext, refused: LoadedSubscription): Promise<PayableNow> {
  const loaded = await dueNow(ctx, refused)
  const quoted = await priceDelivery(ctx, loaded)
  const missing = deliveryGoodsObstacle(quoted)
  const methods: PayLinkMethod[] = []
  for (const { payment_method_id, payment_name, description, consent_text } of await listPayLinkMethods(ctx)) {
    const { quoted: by, refusal } = await deliveryBy(ctx, loaded, payment_method_id)
    const { payment_total } = by.summary
    if (refusal === null) methods.push({ payment_method_id, payment_name, description, consent_text, payment_total })
  }
  const why = missing ? failureMessage(missing, loaded.row.payment_method_id) : NOT_OFFERED
  return { loaded, quoted, methods, message: methods.length > 0 ? null : why }
}

interface LinkPress {
  payment_method_id: MethodId
  third_party_consent: boolean
  shown_payment_total: number
  shown_delivery_date: string
}

/**
 * Writes the delivery as an order with its payment intent, like the daily run. `refused`: the locked subscription.
 * @throws ShopError 409 if the shown amounts have changed, or goods are sold out; 422 if this way can't pay it
 */
export async function writeDeliveryByPayLink(
  tx: Tx,
  ctx: MemberQueryContext,
  refused: LoadedSubscription,
  press: LinkPress,
): Promise<WrittenDelivery> {
  const inside = contextInTransaction(ctx, tx)
  const { payment_method_id } = press
  const { customer_id } = refused.row
  await lockInvoiceDebt(tx, { payment_method_id, customer_id })
  const method = (await listPayLinkMethods(inside)).find((one) => one.payment_method_id === payment_method_id)
  const { refusal, ...ready } = await deliveryBy(inside, await dueNow(inside, refused), payment_method_id)
  const why = method ? refusal : 'お支払い方法を選択してください。'
  if (!method || why !== null) throw refusedField('payment_method_id', why ?? '')
  const { consent_text: third_party_consent } = method
  requireConsent(third_party_consent, press.third_party_consent)
  const { summary } = ready.quoted
  const isAsShown =
    summary.payment_total === press.shown_payment_total &&
    ready.loaded.row.next_delivery_date === press.shown_delivery_date
  if (!isAsShown)
    throw new ShopError(409, 'ERROR_AMOUNT_CHANGED', '金額またはお届け日が変わりました。もう一度ご確認ください。')
  const [written] = await writeDeliveries(tx, inside, [{ ...ready, resumed_by: 'link' as const }])
  const { order_no } = written!.order
  const detail = { order_no, ...(third_party_consent !== null && { third_party_consent }) }
  await recordEvent(tx, ctx, refused.row, 'link_followed', detail)
  return written!
}
