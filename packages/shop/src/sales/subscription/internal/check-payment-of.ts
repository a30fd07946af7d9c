import type { FieldFailure } from '@kushi/contract/failure'
import { addressLine } from '@kushi/values/address'
import { daysBetween } from '@kushi/values/calendar-date'
import { isCashOnDelivery, isChargedToLink, isDeferredPayment, paymentMethod } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { PriceQuote } from '../../../catalogue/price/index.ts'
import type { MemberQueryContext, QueryContext } from '../../../context.ts'
import { invalidFields, refusedField, ShopError } from '../../../shop-error.ts'
import {
  checkPayment,
  deferredPartyFailures,
  findPaymentHold,
  isMailDelivery,
  linkedAccount,
  PAYMENTS_ON_HOLD_TEXT,
} from '../../payment/index.ts'
import { isRegularDelivery, regularItems } from '../rules/left-out.ts'
import type { LoadedSubscription, SubscriptionRow } from './load-subscription.ts'
import { priceDelivery } from './price-delivery.ts'
import type { SubscriptionView } from './show-subscription.ts'

/** Changes that can affect the payment. Another date or time of day can't. */
const PAYMENT_DEPENDS_ON = [
  'payment_method_id',
  'items',
  'delivery_id',
  'delivery_notes',
  'shipping_address',
  'payment_total',
  'summary_status',
]

/**
 * Rejects a change where an order would be rejected: the method with this amount, this delivery and this bill. Problems
 * that existed before are ignored if the change does not concern them. Pausing and cancelling are always possible.
 * @throws ShopError 422 with the fields
 */
export async function checkSubscriptionPayment(
  ctx: MemberQueryContext,
  draft: LoadedSubscription,
  { view, quoted }: SubscriptionView,
  changed: readonly string[],
): Promise<void> {
  const after = draft.row
  const isEnding = after.summary_status === SUBSCRIPTION_STATUS.cancel
  const isPausing = after.summary_status === SUBSCRIPTION_STATUS.pause && changed.includes('summary_status')
  if (isEnding || isPausing || !changed.some((name) => PAYMENT_DEPENDS_ON.includes(name))) return
  if (
    changed.includes('payment_method_id') &&
    !isCashOnDelivery(after.payment_method_id) &&
    (await findPaymentHold(ctx.db, ctx.shop_id))
  )
    throw refusedField('payment_method_id', PAYMENTS_ON_HOLD_TEXT)
  // Prepaid: the method is not checked until another one is chosen.
  if (view.payment_total === 0 && !changed.includes('payment_method_id')) return
  const isWayChosen = changed.includes('delivery_id') && !changed.includes('payment_method_id')
  const failures = await paymentChoiceFailures(ctx, draft, quoted, isWayChosen)
  if (failures.length > 0) throw invalidFields(failures)
}

/**
 * Returns why a subscription's payment can't be chosen, with the fields; empty: it can. `quoted`: its next delivery.
 * Items of this delivery only may turn it into a parcel. Cash on delivery that a letterbox delivery would prevent the
 * time after is rejected now, not on its day.
 */
export async function paymentChoiceFailures(
  ctx: MemberQueryContext,
  { row, items, benefits, kept, notes }: LoadedSubscription,
  { summary }: Pick<PriceQuote, 'summary'>,
  isWayChosen = false,
): Promise<FieldFailure[]> {
  const failures = await paymentFailures(ctx, row, summary.payment_total, summary.delivery_id, isWayChosen)
  if (failures.length > 0 || !isCashOnDelivery(row.payment_method_id) || isRegularDelivery(items, row)) return failures
  const later = await priceDelivery(ctx, {
    row,
    items: regularItems(items),
    benefits,
    kept,
    notes: { ...notes, promised_total: null },
  })
  const [failure] = await paymentFailures(ctx, row, 0, later.summary.delivery_id)
  return failure
    ? [{ ...failure, message: `${failure.message}次々回からは今回だけの商品がなく、メール便でのお届けになります。` }]
    : []
}

/** A subscription, or one that an order is to begin. */
export type PayableRow = Pick<
  SubscriptionRow,
  'shop_id' | 'payment_method_id' | 'card_seq' | 'charge_permission_id' | 'delivery_notes'
> &
  BilledRow & {
    /** null: a visitor, for whom nothing is stored. */
    customer_id: number | null
  }
type BilledRow = Pick<
  SubscriptionRow,
  'payment_method_id' | 'name01' | 'name02' | 'pref_id' | 'addr01' | 'addr02' | 'addr03' | 'phone_number'
>

/**
 * Returns why a delivery can't be paid as its subscription states, with the fields; empty: it can. `amount` in yen, 0:
 * nothing is due. `isWayChosen`: the delivery method was changed and not the payment, so a conflict is reported at the
 * former.
 */
export async function paymentFailures(
  ctx: QueryContext,
  row: PayableRow,
  amount: number,
  deliveryId: number,
  isWayChosen = false,
): Promise<FieldFailure[]> {
  const { payment_method_id, delivery_notes } = row
  const refused = (message: string, path = 'payment_method_id') => [{ path, message_id: 'cmn-err-002', message }]
  const { kind, name, has_button } = paymentMethod(payment_method_id)
  if (has_button && row.charge_permission_id === null)
    return refused(`${name}への変更はできません。お申し込みのときにだけお選びいただけます。`)
  if (kind === 'card' && row.card_seq === null) return refused('お支払いに使うカードを選択してください。')
  const mail_delivery_flag = await isMailDelivery(ctx, deliveryId)
  const due = amount === 0 ? undefined : amount
  try {
    const delivered = { mail_delivery_flag, delivery_notes }
    await checkPayment(ctx, { payment_method_id, is_subscription: true, amount: due, ...delivered })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return isWayChosen && mail_delivery_flag && isCashOnDelivery(payment_method_id)
      ? refused(`${error.message}ほかの配送方法をお選びいただくか、先にお支払い方法を変更してください。`, 'delivery_id')
      : refused(error.message)
  }
  if (isChargedToLink(payment_method_id) && !(await isLinked(ctx, row)))
    return refused(linkedAccount.notLinkedText(payment_method_id))
  return billRecipientFailures(row)
}

const isLinked = async ({ db }: QueryContext, { shop_id, customer_id, payment_method_id }: PayableRow) =>
  customer_id !== null && (await linkedAccount.find(db, { shop_id, customer_id }, payment_method_id)) !== null

/**
 * Returns the reason why the present member can't pay this single delivery by this way; null: they can. The contract's
 * own way stays.
 */
export async function singleDeliveryPaymentFailure(
  ctx: MemberQueryContext,
  row: SubscriptionRow,
  { payment_total, delivery_id }: PriceQuote['summary'],
): Promise<string | null> {
  try {
    await checkPayment(ctx, {
      payment_method_id: row.payment_method_id,
      is_subscription: false,
      amount: payment_total,
      mail_delivery_flag: await isMailDelivery(ctx, delivery_id),
      delivery_notes: row.delivery_notes,
      delivery_in_days: daysBetween(ctx.clock.today(), row.next_delivery_date),
      is_held: (await findPaymentHold(ctx.db, ctx.shop_id)) !== null,
    })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return error.fields?.[0]?.message ?? error.message
  }
  return billRecipientFailures(row)[0]?.message ?? null
}

/** Returns why the provider could not examine the recipient of a bill; empty: it can, or there is no bill. */
export const billRecipientFailures = (row: BilledRow): FieldFailure[] =>
  isDeferredPayment(row.payment_method_id) ? deferredPartyFailures({ ...row, address: addressLine(row) }) : []
