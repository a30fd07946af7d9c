import type { OrderDraft } from '@kushi/contract/order'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { prefectureName } from '@kushi/values/prefecture'
import type { Context } from '../../context.ts'
import { changeDeadline, nextDeliveryDate } from '../../delivery/index.ts'
import { askBefore } from '../../extension/index.ts'
import { consentText, deferredPartyFailures, type MethodTerms, paymentTexts } from '../../payment/index.ts'
import { quote } from '../../price/index.ts'
import { invalidFields, ShopError } from '../../shop-error.ts'
import { checkDelivery } from './check-delivery.ts'
import { checkPaymentTerms } from './check-payment.ts'
import { loadOrderTerms } from './load-order-terms.ts'

/**
 * Prices and dates of a draft, the same for the confirmation screen and for the order itself.
 * `problems` is empty when every item can be sold as asked.
 * @throws ShopError 422 for a delivery, date, pattern or payment method that can't be had, or where an extension refuses.
 */
export async function assessOrder(ctx: Context, draft: OrderDraft) {
  const postalCode = draft.shipping_address.postal_code01 + draft.shipping_address.postal_code02
  const terms = await loadOrderTerms(ctx, draft)
  const delivery = checkDelivery(draft, terms, postalCode, ctx.clock.today())
  const { items, summary, problems, refusal } = await quote(ctx, {
    items: draft.items,
    is_subscription: draft.is_subscription,
    delivery_id: draft.delivery_id,
    payment_method_id: draft.payment_method_id,
    postal_code: postalCode,
    pref_id: draft.shipping_address.pref_id,
  })
  if (refusal) throw new ShopError(422, refusal.error, refusal.message)
  // メール便 was chosen and something heavy came into the cart: priced is what it would be sent with.
  if (summary.delivery_id !== draft.delivery_id)
    throw invalidFields([{ path: 'delivery_id', message_id: 'refused', message: '配送方法を選び直してください。' }])
  const method = checkPaymentTerms(ctx, terms.payment, {
    amount: summary.payment_total,
    mail_delivery_flag: delivery.mail_delivery_flag,
    is_lump_sum: items.some((item) => item.lump_sum_payment_flag),
    ...draft,
  })
  const planned = dates(draft, delivery.earliest)
  await askBefore(ctx, 'order', {
    customer_id: ctx.customer_id,
    is_subscription: draft.is_subscription,
    items: items.map(({ id, product_code, quantity, price }) => ({
      product_sku_id: id,
      product_code,
      quantity,
      price,
    })),
    payment_method_id: draft.payment_method_id,
    postal_code: postalCode,
    pref_id: draft.shipping_address.pref_id,
    first_delivery_date: planned.first_delivery_date,
    payment_total: summary.payment_total,
  })
  return {
    items,
    summary,
    problems,
    ...planned,
    terms_version: terms.terms_version,
    payment_texts: paymentTexts(method, summary),
    consent_text: recipientConsent(method, draft),
  }
}
export type AssessedOrder = Awaited<ReturnType<typeof assessOrder>>

/** What is agreed to where a bill is sent by somebody else. @throws ShopError 422 for an address that the bill has no room for */
function recipientConsent(method: MethodTerms, { shipping_address: to }: OrderDraft): string | null {
  const consent_text = consentText(method)
  if (consent_text === null) return null
  const address = `${prefectureName(to.pref_id)}${to.addr01}${to.addr02} ${to.addr03}`.trim()
  const failures = deferredPartyFailures({ ...to, address })
  if (failures.length > 0) throw invalidFields(failures)
  return consent_text
}

/** The first delivery and, for a subscription, the two that follow by its pattern. */
function dates(draft: OrderDraft, earliest: CalendarDate) {
  const first = draft.delivery_date ?? earliest
  if (!draft.is_subscription || !draft.delivery_pattern)
    return {
      first_delivery_date: first,
      next_delivery_date: null,
      next_next_delivery_date: null,
      change_deadline: null,
    }
  const next = nextDeliveryDate(draft.delivery_pattern, first)
  return {
    first_delivery_date: first,
    next_delivery_date: next,
    next_next_delivery_date: nextDeliveryDate(draft.delivery_pattern, next),
    change_deadline: changeDeadline(next),
  }
}
