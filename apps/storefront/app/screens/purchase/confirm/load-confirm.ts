import { ApiError } from '@kushi/contract/client'
import { PAYMENT_METHOD, paymentMethod, paymentMethodName, paysFirstDeliveryOnly } from '@kushi/values/payment-method'
import { redirect } from 'react-router'
import { api, quietApi } from '../../../api.ts'
import type { FormFailure } from '../../../form/codec.ts'
import { konbiniOf, orderFailures, secondWayOf, writeOrder } from '../../../form/purchase.ts'
import { requireFriend } from '../../../line/require-friend.ts'
import { loginPath } from '../../../navigate.ts'
import { readAmazon } from '../../../state/amazon-payment.ts'
import { couponCodes } from '../../../state/coupons.ts'
import { readOrderKey, writeOrderKey } from '../../../state/order-key.ts'
import { shownOffers } from '../../../state/order-offers.ts'
import { pagePurchase, purchaseItems } from '../../../state/page-purchase.ts'
import { pointsToUse } from '../../../state/points.ts'
import { NEW_CARD, readDraft } from '../../../state/purchase-draft.ts'
import { kindOfPath, type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { registerStore } from '../../../state/register.ts'
import { sessionStore } from '../../../state/session.ts'
import { forgetPurchase } from '../../../state/settled-purchase.ts'
import { browserStorage } from '../../../state/storage.ts'
import { fromForm } from '../from-form.ts'

const orNull = <T>(answer: Promise<T>) => answer.catch(() => null)

/** Loads everything that the confirmation shows from the server. Redirects to the form if input is missing. */
export async function loadConfirm(url: URL) {
  const kind = kindOfPath(url.pathname)
  const customer = sessionStore.getState().customer
  if (!customer) throw redirect(loginPath(purchasePath(kind, 'confirm')))
  const items = purchaseItems(kind)
  const page = pagePurchase(kind)
  const pending_order_no = await orderUnderWay(kind, items.length === 0)
  const draft = readDraft(browserStorage(), kind)
  if (!draft) throw redirect(purchasePath(kind, '', true))

  await requireFriend(purchasePath(kind, 'confirm', true))
  // The form has just shown these lists. After a reload they come from the server.
  const known = fromForm()
  const { shippingMethods, desiredDeliveryTimeZone, paymentMethods, shipping_fee, lasting_answers } =
    registerStore.getState()
  const second_seq = secondWayOf(draft, { kind, items })?.card_seq
  const isKnownTime = desiredDeliveryTimeZone.some(({ id }) => String(id) === draft.delivery_time_id)
  const [addresses, cards, deliveries, times] = await Promise.all([
    known ? { items: known.addresses } : api('GET /v1/common/address'),
    draft.card === NEW_CARD && second_seq == null
      ? null
      : known?.cards
        ? { items: known.cards }
        : orNull(quietApi('GET /v1/common/mypage/card/list')),
    shippingMethods.length > 0 ? { items: shippingMethods } : api('GET /v1/delivery', { query: { visible: true } }),
    isKnownTime
      ? { items: desiredDeliveryTimeZone }
      : draft.delivery_time_id && draft.delivery_id
        ? orNull(quietApi('GET /v1/delivery/{id}/time', { params: { id: draft.delivery_id } }))
        : null,
  ])
  const written = writeOrder(draft, {
    kind,
    deliveries: deliveries.items,
    items,
    page,
    offers: () => shownOffers(kind, page, items),
    buyer: { customer, addresses: addresses.items },
    lasting_answers,
  })
  const points = pointsToUse()
  const order = written && {
    ...written,
    ...(couponCodes().length > 0 && { coupon_codes: [...couponCodes()] }),
    ...(points > 0 && { points }),
  }
  const amazon = readAmazon(browserStorage(), kind)
  const isUnpaid = draft.payment === String(PAYMENT_METHOD.amazon_pay) && !amazon && !pending_order_no
  const lacksStore = order !== null && paymentMethod(order.payment_method_id).asks_store && !konbiniOf(draft)
  const lacksSecondWay = order !== null && paysFirstDeliveryOnly(order) && !order.second_way
  if (!order || isUnpaid || lacksStore || lacksSecondWay) throw redirect(purchasePath(kind, '', true))
  return {
    kind,
    page,
    draft,
    order,
    pending_order_no,
    amazon,
    card: cards?.items.find(({ card_seq }) => String(card_seq) === draft.card) ?? null,
    second_card: cards?.items.find(({ card_seq }) => card_seq === second_seq) ?? null,
    shipping_fee,
    payment_name:
      paymentMethods.find((method) => method.payment_method_id === order.payment_method_id)?.payment_name ??
      paymentMethodName(order.payment_method_id),
    delivery_name: deliveries.items.find(({ id }) => id === order.delivery_id)?.delivery_name ?? '',
    delivery_time: times?.items.find(({ id }) => id === order.delivery_time_id)?.delivery_time ?? null,
    ...(await assess(order, draft)),
  }
}
export type ConfirmData = Awaited<ReturnType<typeof loadConfirm>>
export type Assessment = NonNullable<ConfirmData['assessed']>
/** What the confirmation of an order by phone has, too. */
export type CommonAssessment = Omit<Assessment, 'ad_consent_text' | 'second_way'>

type Order = NonNullable<ReturnType<typeof writeOrder>>

/** The server's assessment of the order, or why it can't be placed as entered. */
async function assess(body: Order, draft: { destination: string }) {
  try {
    return { assessed: await quietApi('POST /v1/order/validates-data', { body }), refusal: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 401) throw error
    const failures: FormFailure[] = orderFailures(error.fields, draft)
    return { assessed: null, refusal: { message: error.message, failures } }
  }
}

/**
 * Returns the number of the order that an earlier click created, if its payment is open. A completed order of the same
 * purchase redirects to the complete screen; of another one it no longer matters here. The stored key finds the order
 * even if the response to the click was lost.
 */
async function orderUnderWay(kind: PurchaseKind, isCartEmpty: boolean): Promise<string | null> {
  const storage = browserStorage()
  const known = readOrderKey(storage, kind)
  if (known?.order_no || known?.is_open) {
    const query = known.order_no ? { order_no: known.order_no } : { idempotency_key: known.key }
    const found = quietApi('GET /v1/order/public/list', { query })
    // With an empty cart there is nothing else to show, so an error of this call is thrown.
    const order = (await (isCartEmpty ? found : orNull(found)))?.items[0]
    if (order && order.status !== 'payment_error') {
      const isPending = order.status === 'payment_pending' && order.to_pay === null
      if (!isCartEmpty && known.page?.slug !== pagePurchase(kind)?.slug && (!isPending || order.is_held)) {
        writeOrderKey(storage, kind, null)
        if (!isPending) forgetPurchase(kind, { ...known, order_no: order.order_no })
        return null
      }
      // The complete screen clears the data of the order with this number.
      writeOrderKey(storage, kind, { ...known, is_open: false, order_no: order.order_no })
      if (isPending && !order.is_held) return order.order_no
      throw redirect(`${purchasePath(kind, 'complete')}?order_no=${order.order_no}`)
    }
    if (order || isCartEmpty) writeOrderKey(storage, kind, null)
  }
  if (isCartEmpty) throw redirect('/')
  return null
}
