import type { OrderDraft } from '@kushi/contract/order'
import { addressLine } from '@kushi/values/address'
import { addDays, type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { formatDateWithWeekday, formatShortDateWithWeekday } from '@kushi/values/date-format'
import {
  isCardPayment,
  isDeferredPayment,
  isNothingToPay,
  paymentMethodName,
  paysFirstDeliveryOnly,
} from '@kushi/values/payment-method'
import { lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { type Wrapping, wrappingFee } from '@kushi/values/wrapping'
import {
  type ArrangementTerms,
  arrangementDate,
  changeDeadline,
  deliveriesAfterFirst,
  deliveryPatternMessage,
  earliestDeliveryDay,
  isRemoteIsland,
  selectableDeliveryDates,
} from '../../../catalogue/delivery/index.ts'
import { type PriceQuote, quotePurchase } from '../../../catalogue/price/index.ts'
import { loadShopFacts, orderTermRows, yearlyTermsOfGoods } from '../../../catalogue/promise/index.ts'
import { limitCodeGuessing } from '../../../catalogue/promotion/index.ts'
import type { QueryContext } from '../../../context.ts'
import { runBeforeHooks } from '../../../foundation/extension/index.ts'
import { refuseWatchedOrder } from '../../../people/person/index.ts'
import { invalidFields, refusedField, ShopError } from '../../../shop-error.ts'
import { checkOffers } from '../../offer/index.ts'
import { requireOfferedWrapping } from '../../order/index.ts'
import {
  checkPaymentTerms,
  consentText,
  deferredPartyFailures,
  type PaymentMethodDetails,
  paymentTexts,
} from '../../payment/index.ts'
import { secondWayRequested } from '../second-way-requested.ts'
import { checkLandingPageOrder } from './check-landing-page-order.ts'
import { loadOrderTerms, type OrderTerms } from './load-order-terms.ts'

/**
 * Prices and dates of a draft, the same for the confirmation screen and for the order itself. `problems` is empty when
 * every item can be sold as requested.
 * @throws ShopError 422 for a delivery, date, pattern or payment method that is not available, or when an extension
 * refuses
 */
export async function assessOrder(ctx: QueryContext, draft: OrderDraft) {
  const postalCode = draft.shipping_address.postal_code01 + draft.shipping_address.postal_code02
  const terms = await loadOrderTerms(ctx, draft)
  const delivery = checkDelivery(draft, terms, postalCode, ctx.clock.today())
  const wrapping = requireOfferedWrapping(terms.wrapping_offer, draft.wrapping ?? null, {
    is_subscription: draft.is_subscription,
    mail_delivery_flag: delivery.mail_delivery_flag,
  })
  const offered = await checkOffers(ctx, draft)
  const request = priceRequest(draft, wrapping)
  const quoted = await limitCodeGuessing(ctx, draft.coupon_codes ?? [], (coupon_codes) =>
    quotePurchase(ctx, { ...request, coupon_codes }),
  )
  const { items, summary, granted, problems, refusal, matches, effects, agreed } = quoted
  if (refusal) throw new ShopError(422, refusal.error, refusal.message)
  refuseWatchedOrder(effects, draft)
  // The customer chose メール便, but the cart now has an item that is too large for it, so the price is that of another
  // method.
  if (summary.delivery_id !== draft.delivery_id) throw refusedField('delivery_id', '配送方法を選び直してください。')
  const planned = dates(draft, delivery.earliest, delivery.terms, ctx.clock.today())
  const method = isNothingToPay(summary)
    ? null
    : checkPaymentTerms(ctx, terms.payment, {
        amount: summary.payment_total,
        is_held: terms.is_held,
        // The dearest of the later deliveries, because each has to be payable.
        following_amount: summary.following ? Math.max(...summary.later.map((one) => one.payment_total)) : undefined,
        mail_delivery_flag: delivery.mail_delivery_flag,
        is_lump_sum: items.some((item) => item.lump_sum_payment_flag),
        delivery_in_days: daysBetween(ctx.clock.today(), planned.first_delivery_date),
        is_first_delivery: true,
        ...draft,
      })
  // An order of 0 yen has no payment method, whatever was chosen before.
  const payment_method_id = method === null ? null : draft.payment_method_id
  const second_way = method === null ? null : await assessedSecondWay(ctx, draft, request, quoted)
  await checkLandingPageOrder(ctx, draft, { offered, method })
  const facts = await loadShopFacts(ctx)
  await runBeforeHooks(ctx, 'order', {
    customer_id: ctx.customer_id,
    is_subscription: draft.is_subscription,
    items: items.map(({ id, product_code, quantity, price }) => ({
      product_sku_id: id,
      product_code,
      quantity,
      price,
    })),
    payment_method_id,
    postal_code: postalCode,
    pref_id: draft.shipping_address.pref_id,
    first_delivery_date: planned.first_delivery_date,
    payment_total: summary.payment_total,
  })
  return {
    items,
    summary,
    wrapping,
    offered,
    granted,
    agreed,
    matches,
    problems,
    ...planned,
    method,
    payment_method_id,
    second_way,
    terms_version: terms.terms_version,
    terms: orderTermRows({
      facts,
      items,
      promotions: granted.flatMap(({ terms: { promotion_name }, offer }) =>
        offer?.ends_at ? [{ promotion_name, ends_at: offer.ends_at }] : [],
      ),
      subscription: contractOf(planned, items),
    }),
    yearly: yearlyTermsOfGoods(facts, items),
    payment_texts:
      method === null
        ? []
        : [
            ...payBy(method.pay_within_days, draft, ctx.clock.today()),
            ...paymentTexts(method, summary),
            ...cardKept(payment_method_id, summary),
          ],
    consent_text: method === null ? null : recipientConsent(method, draft),
  }
}

/** Builds the price request of a draft, without its coupon codes. */
export const priceRequest = (draft: OrderDraft, wrapping: Wrapping | null) => ({
  items: draft.items,
  is_subscription: draft.is_subscription,
  delivery_id: draft.delivery_id,
  payment_method_id: draft.payment_method_id,
  following_payment_method_id: draft.second_way?.payment_method_id,
  postal_code: draft.shipping_address.postal_code01 + draft.shipping_address.postal_code02,
  pref_id: draft.shipping_address.pref_id,
  recipient: draft.shipping_address,
  chosen_fees: { gift_fee: wrappingFee(wrapping) },
  points: draft.points,
  landing_slug: draft.landing_slug,
})

/**
 * お支払いできないときに使う方法, by what the later deliveries cost if they are paid by it; null: none is named. `quoted`: the order, in
 * which they are priced by it already if its own way pays the first one only.
 */
async function assessedSecondWay(
  ctx: QueryContext,
  draft: OrderDraft,
  request: ReturnType<typeof priceRequest>,
  quoted: PriceQuote,
) {
  const { second_way, coupon_codes = [] } = draft
  if (!second_way) return null
  if (!draft.is_subscription)
    throw refusedField('second_way', '通常購入では、お支払いできないときに使う方法を指定できません。')
  const { payment_method_id } = second_way
  const byIt = paysFirstDeliveryOnly(draft)
    ? quoted
    : await quotePurchase(ctx, { ...request, payment_method_id, coupon_codes })
  return secondWayRequested(ctx, { draft, second_way, quoted: byIt, yearly_total: lumpSumDeliveryCount(quoted.items) })
}

export type OrderAssessment = Awaited<ReturnType<typeof assessOrder>>

const contractOf = (
  { next_delivery_date, change_deadline, arranged_before_days }: ReturnType<typeof dates>,
  items: Parameters<typeof lumpSumDeliveryCount>[0],
) =>
  next_delivery_date === null || change_deadline === null || arranged_before_days === null
    ? null
    : { next_delivery_date, change_deadline, arranged_before_days, yearly_count: lumpSumDeliveryCount(items) }

/** お支払いの期限 of 前払い, and what the day of the delivery depends on. */
function payBy(days: number | null, { delivery_date, payment_method_id }: OrderDraft, today: CalendarDate): string[] {
  if (days === null) return []
  const until = `${paymentMethodName(payment_method_id)}の期限は、${formatDateWithWeekday(addDays(today, days))}です。`
  return delivery_date === null
    ? [until, 'お届け予定日は、期限の日にお支払いいただいた場合の日です。早くお支払いいただくと、早くお届けします。']
    : [until]
}

/** The first delivery costs nothing, and the card is for the later ones. */
const cardKept = (id: number | null, { payment_total }: { payment_total: number }) =>
  payment_total === 0 && isCardPayment(id)
    ? ['カードは2回目からのお支払いのために登録します。今回、請求するものはありません。']
    : []

/**
 * The consent text when another company sends the bill.
 * @throws ShopError 422 for an address that is too long for the bill
 */
function recipientConsent(method: PaymentMethodDetails, { shipping_address: to }: OrderDraft): string | null {
  const consent_text = consentText(method)
  // Only a paper bill limits the length of names and addresses.
  if (consent_text === null || !isDeferredPayment(method.payment_method_id)) return consent_text
  const failures = deferredPartyFailures({ ...to, address: addressLine(to) })
  if (failures.length > 0) throw invalidFields(failures)
  return consent_text
}

/** The first delivery and, for a subscription, the next two by its pattern. */
function dates(draft: OrderDraft, earliest: CalendarDate, terms: ArrangementTerms, today: CalendarDate) {
  const first = draft.delivery_date ?? earliest
  if (!draft.is_subscription || !draft.delivery_pattern)
    return {
      first_delivery_date: first,
      next_delivery_date: null,
      next_next_delivery_date: null,
      change_deadline: null,
      charge_date: null,
      arranged_before_days: null,
    }
  const later = deliveriesAfterFirst(first, draft.delivery_pattern, { today, terms })
  return {
    first_delivery_date: first,
    ...later,
    change_deadline: changeDeadline(later.next_delivery_date, terms),
    charge_date: arrangementDate(later.next_delivery_date, terms),
    arranged_before_days: terms.arranged_before_days,
  }
}

/** A day that was offered may be too early by now: the customer went on after midnight. */
const dayRefusal = (day: CalendarDate, earliest: CalendarDate) =>
  `${formatShortDateWithWeekday(day)}のお届けは、${day < earliest ? '受付を終えました' : '承れません'}。いちばん早いお届け日は${formatShortDateWithWeekday(earliest)}です。お届け希望日を選び直してください。`

const afterPaymentText = (payment_method_id: number | null, earliest: CalendarDate) =>
  `${paymentMethodName(payment_method_id)}では、お支払いの期限のあとの${formatShortDateWithWeekday(earliest)}から、お届け日をお選びいただけます。お届け希望日を選び直すか、ほかのお支払い方法をお選びください。`

/**
 * Checks the delivery of a draft: a visible method, a date and a time that it offers to that address, a valid pattern.
 * Returns the earliest day.
 * @throws ShopError 422 with the field
 */
function checkDelivery(draft: OrderDraft, terms: OrderTerms, postalCode: string, today: CalendarDate) {
  const { method, time_id, arranged_before_days } = terms
  const lead = { extra_days: terms.extra_days, closings: terms.closings, is_remote_island: isRemoteIsland(postalCode) }
  if (!method) throw refusedField('delivery_id', '配送方法を選択してください。')
  if (method.mail_delivery_flag && (draft.delivery_date !== null || draft.delivery_time_id !== null))
    throw refusedField('delivery_date', 'メール便では、お届け日時を指定できません。')
  if (method.mail_delivery_flag && draft.delivery_notes !== '')
    throw refusedField('delivery_notes', 'メール便では、置き配を指定できません。')
  // 前払い may be paid on its last day.
  const paidBy = terms.payment?.pay_within_days ?? 0
  const earliest = earliestDeliveryDay(addDays(today, paidBy), lead)
  if (draft.delivery_date !== null && !selectableDeliveryDates(earliest).includes(draft.delivery_date))
    throw refusedField(
      'delivery_date',
      paidBy > 0 ? afterPaymentText(draft.payment_method_id, earliest) : dayRefusal(draft.delivery_date, earliest),
    )
  if (draft.delivery_time_id !== null && time_id === null)
    throw refusedField('delivery_time_id', 'お届け時間帯を選び直してください。')
  if (!draft.is_subscription && draft.delivery_pattern)
    throw refusedField('delivery_pattern', '通常購入では、お届け周期を指定できません。')
  if (draft.is_subscription && !draft.delivery_pattern)
    throw refusedField('delivery_pattern', 'お届け周期を選択してください。')
  const problem = draft.is_subscription && draft.delivery_pattern && deliveryPatternMessage(draft.delivery_pattern)
  if (problem) throw refusedField('delivery_pattern', problem)
  return { mail_delivery_flag: method.mail_delivery_flag, earliest, terms: { ...lead, arranged_before_days } }
}
