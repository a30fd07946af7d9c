import { isPaymentMethodOffered } from '@kushi/values/landing-page'
import { lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { useEffect, useMemo, useRef, useState } from 'react'
import { trackCheckout } from '../../../analytics/ecommerce.ts'
import { useShownFailures } from '../../../form/errors.ts'
import { noteOf, purchaseForm, wrappingOf } from '../../../form/purchase.ts'
import { usePasswordLength } from '../../../form/use-password-length.ts'
import { useCardForm } from '../../../payment/use-card-form.ts'
import { usePaymentMethods } from '../../../payment/use-payment-methods.ts'
import type { ShownOffer } from '../../../state/order-offers.ts'
import { useItemsOfPurchase } from '../../../state/page-purchase.ts'
import { pointsToUse, savePointsToUse } from '../../../state/points.ts'
import { paymentChoice } from '../../../state/purchase-draft.ts'
import { quoteQuery, useQuote } from '../../../state/use-quote.ts'
import { today } from '../../../today.ts'
import { useShippingFee } from '../shipping-fee.ts'
import { assumedPayment, followingPaymentOf, type PrefetchedAnswers } from './begin-answers.ts'
import { useDeliveryDays } from './delivery-days.ts'
import { firstValues, useShipTo } from './first-values.ts'
import type { PurchaseData } from './load-purchase.ts'
import { type ReplacePurchase, useOffers } from './use-offers.ts'
import { usePurchaseForm } from './use-purchase-form.ts'
import { useSubmit } from './use-submit.ts'

export interface UsePurchase {
  data: PurchaseData
  prefetched: PrefetchedAnswers
  /** The visitor turned to the form. On a 申し込みページ it is there before. */
  isStarted?: boolean
  /** On a 申し込みページ: turns its purchase to other goods. */
  replacePurchase?: ReplacePurchase
}

/** The form of a purchase with what the server says of it, the same on its own screen and on a 申し込みページ. */
export function usePurchase({ data, prefetched, isStarted = true, replacePurchase }: UsePurchase) {
  const { kind, page, customer, addresses } = data
  const isMember = customer !== null
  const isPeriodic = kind === 'periodic'
  const buyer = { customer, addresses }
  const items = useItemsOfPurchase(kind, page)
  const [draft] = useState(() => firstValues(data, items))
  const shown = useRef<readonly ShownOffer[]>([])
  const codec = purchaseForm({
    kind,
    deliveries: data.deliveries,
    items,
    buyer,
    page,
    offers: () => shown.current,
    today: today(),
    length: usePasswordLength(),
  })
  const form = usePurchaseForm({ kind, isMember, codec, draft })
  const cardForm = useCardForm()
  useShownFailures(form)

  const shipTo = useShipTo(form, buyer)
  const [delivery_id, payment] = form.watch(['delivery_id', 'payment', 'second_way', 'note', 'note_text', 'wrapping'])
  const [points, setPoints] = useState(isMember ? pointsToUse() : 0)
  const [areMethodsKnown, setMethodsKnown] = useState(false)
  const quoteInput = {
    items,
    isPeriodic,
    delivery_id: delivery_id ? Number(delivery_id) : undefined,
    payment_method_id: assumedPayment(form.getValues(), areMethodsKnown),
    following_payment_method_id: followingPaymentOf(form.getValues(), { kind, items }),
    shipTo,
    wrapping: wrappingOf(form.getValues(), kind, data.deliveries),
    page,
    points,
  }
  const quoted = useQuote(quoteInput, prefetched.quote)
  const offers = useOffers({
    kind,
    page,
    isMember,
    items,
    quoteInput: quoteQuery(quoteInput),
    initialOffers: data.offers,
    form,
    replacePurchase,
  })
  shown.current = offers.shown
  const feeChange = useShippingFee(quoted.data)
  const pricedItems = quoted.data?.items
  const isCounted = useRef(false)
  useEffect(() => {
    if (!pricedItems || !isStarted || isCounted.current) return
    isCounted.current = true
    trackCheckout(pricedItems)
  }, [pricedItems, isStarted])
  const quote = quoted.data?.summary
  const delivery_notes = noteOf(form.getValues(), data.deliveries)
  const paymentMethods = usePaymentMethods(
    {
      quote,
      isPeriodic,
      isYearly: lumpSumDeliveryCount(pricedItems ?? []) !== null,
      delivery_notes,
      delivery_date: form.getValues('delivery_date'),
    },
    prefetched.methods,
  )
  const offered = useMemo(
    () =>
      page
        ? paymentMethods.data?.filter((one) => isPaymentMethodOffered(page, one.payment_method_id))
        : paymentMethods.data,
    [page, paymentMethods.data],
  )
  const pay_until = offered?.find((one) => paymentChoice(one.payment_method_id) === payment)?.pay_until ?? null
  // メール便 has no days to choose; a 定期便 by it still begins on one.
  const method = data.deliveries.find(({ id }) => String(id) === delivery_id)
  const hasDays = method && (isPeriodic || !method.mail_delivery_flag)
  const dates = useDeliveryDays(hasDays ? method.id : null, shipTo, pay_until, prefetched.dates)
  const { submit, isPending, problem } = useSubmit({
    kind,
    form,
    codec,
    cardForm,
    buyer,
    cards: data.cards,
    token: data.token,
    isFilling: isPeriodic && dates.isLoading,
  })
  useEffect(() => setMethodsKnown(offered !== undefined), [offered])
  return {
    data,
    prefetched,
    items,
    form,
    cardForm,
    buyer,
    shipTo,
    priced: quoted.data,
    quote,
    method,
    dates,
    pay_until,
    feeChange,
    offers,
    methods: { ...paymentMethods, data: offered },
    delivery_notes,
    payment,
    isMember,
    isPeriodic,
    isPending,
    usePoints: (wanted: number) => {
      savePointsToUse(wanted)
      setPoints(wanted)
    },
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      void submit()
    },
    summary: {
      items: pricedItems ?? [],
      quote,
      isPeriodic,
      hasFailed: quoted.error !== null,
      onRetry: quoted.retry,
    },
    bar: { isMember, isPending, isFirst: isPeriodic && lumpSumDeliveryCount(items) === null, problem, quote, cardForm },
  }
}

export type PurchaseInForm = ReturnType<typeof usePurchase>
