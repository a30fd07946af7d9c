import type { DeliveryTime } from '@kushi/contract/delivery'
import type { PaymentMethod } from '@kushi/contract/setting'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { needsSecondWay, noteOf, paymentOf, secondWayOf, shipToOf, wrappingOf } from '../../../form/purchase.ts'
import { fetchMethods, methodsQuery } from '../../../payment/use-payment-methods.ts'
import { itemsOfPurchase } from '../../../state/page-purchase.ts'
import { pointsToUse } from '../../../state/points.ts'
import type { PurchaseDraft } from '../../../state/purchase-draft.ts'
import type { PendingAnswers } from '../../../state/use-answer.ts'
import { fetchQuote, type QuoteAnswer, quoteQuery } from '../../../state/use-quote.ts'
import { type DeliveryDates, deliveryDatesKey, fetchDates, fetchTimes } from './delivery-days.ts'
import { firstValues } from './first-values.ts'
import type { PurchaseData } from './load-purchase.ts'

export interface PrefetchedAnswers {
  quote: PendingAnswers<QuoteAnswer>
  methods: PendingAnswers<PaymentMethod[]>
  dates: PendingAnswers<DeliveryDates>
  times: PendingAnswers<DeliveryTime[]>
}

/**
 * The payment method that a quote assumes. The form preselects the card once the methods are there, so until then the
 * quote has its fee, and is not asked twice.
 */
export function assumedPayment(draft: PurchaseDraft, areMethodsKnown: boolean) {
  const chosen = paymentOf(draft)
  return chosen === undefined && !areMethodsKnown ? PAYMENT_METHOD.credit_card : chosen
}

/** The payment method of the later deliveries, if that of the order pays the first one only; undefined: it pays them too. */
export const followingPaymentOf = (draft: PurchaseDraft, bought: Parameters<typeof secondWayOf>[1]) =>
  needsSecondWay(draft, bought.kind) ? secondWayOf(draft, bought)?.payment_method_id : undefined

/**
 * Begins the calls that the form needs first, as far as their inputs are known. Their answers are not awaited: they depend
 * on those of the loader, and the form can be filled in before they are there.
 */
export function prefetchAnswers(data: PurchaseData): PrefetchedAnswers {
  const { kind, page, customer, addresses, deliveries } = data
  const items = itemsOfPurchase(kind, page)
  const draft = firstValues(data, items)
  const isPeriodic = kind === 'periodic'
  const shipTo = shipToOf(draft, { customer, addresses })
  const delivery = deliveries.find(({ id }) => String(id) === draft.delivery_id)
  const [quote, methods, dates, times] = [
    answerCache<QuoteAnswer>(),
    answerCache<PaymentMethod[]>(),
    answerCache<DeliveryDates>(),
    answerCache<DeliveryTime[]>(),
  ]

  if (items.length > 0) {
    const payment_method_id = assumedPayment(draft, false)
    const query = quoteQuery({
      items,
      isPeriodic,
      delivery_id: delivery?.id,
      payment_method_id,
      following_payment_method_id: followingPaymentOf(draft, { kind, items }),
      shipTo,
      wrapping: wrappingOf(draft, kind, deliveries),
      page,
      points: customer ? pointsToUse() : 0,
    })
    const quoteAnswer = fetchQuote(query)
    quote.begin(JSON.stringify(query), quoteAnswer)
    const delivery_notes = noteOf(draft, deliveries)
    quoteAnswer.then(
      ({ items, summary }) => {
        const query = methodsQuery({
          quote: summary,
          isPeriodic,
          isYearly: lumpSumDeliveryCount(items) !== null,
          delivery_notes,
          delivery_date: draft.delivery_date,
        })
        methods.begin(JSON.stringify(query), fetchMethods(query))
      },
      () => {},
    )
  }
  if (delivery && !delivery.mail_delivery_flag) {
    times.begin(String(delivery.id), fetchTimes(delivery.id))
    if (shipTo) dates.begin(deliveryDatesKey(delivery.id, shipTo, null), fetchDates(delivery.id, shipTo, null))
  }
  return { quote: quote.all, methods: methods.all, dates: dates.all, times: times.all }
}

function answerCache<T>() {
  const all = new Map<string, Promise<T>>()
  const start = (key: string, answer: Promise<T>) => {
    // The screen shows the failure, if it still needs the answer.
    answer.catch(() => {})
    all.set(key, answer)
  }
  return { all, begin: start }
}
