import { isNothingToPay } from '@kushi/values/payment-method'
import { yearlyCount } from '@kushi/values/subscription-status'
import { useEffect, useRef, useState } from 'react'
import { countCheckout } from '../../../analytics/ecommerce.ts'
import { useShownFailures } from '../../../form/errors.ts'
import { Form } from '../../../form/form.tsx'
import { noteOf, purchaseForm, wrappingOf } from '../../../form/purchase.ts'
import { usePasswordLength } from '../../../form/use-password-length.ts'
import { EmptyCart } from '../../../parts/empty-cart.tsx'
import { ShippingFeeNotice } from '../../../parts/shipping-fee-notice.tsx'
import { useCardForm } from '../../../payment/use-card-form.ts'
import { usePaymentMethods } from '../../../payment/use-payment-methods.ts'
import { usePurchaseItems } from '../../../state/page-purchase.ts'
import { keepPointsToUse, pointsToUse } from '../../../state/points.ts'
import { paymentChoice } from '../../../state/purchase-draft.ts'
import { useQuote } from '../../../state/use-quote.ts'
import { today } from '../../../today.ts'
import { PageHeading } from '../../../ui/heading.tsx'
import { Page } from '../../../ui/page.tsx'
import { useShippingFee } from '../shipping-fee.ts'
import { PurchaseSteps } from '../steps.tsx'
import { Agreement } from './agreement.tsx'
import { assumedPayment, type BegunAnswers } from './begin-answers.ts'
import { CustomerSection } from './customer-section.tsx'
import { useDeliveryDays } from './delivery-days.ts'
import { DeliverySection } from './delivery-section.tsx'
import { DestinationSection } from './destination-section.tsx'
import { ExpressCheckout } from './express-checkout.tsx'
import { firstValues, useShipTo } from './first-values.ts'
import type { PurchaseData } from './load-purchase.ts'
import { PatternSection } from './pattern-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { PointsSection } from './points-section.tsx'
import { PurchaseSummary } from './purchase-summary.tsx'
import { ReminderConsent } from './reminder-consent.tsx'
import { SubmitBar } from './submit-bar.tsx'
import { usePurchaseForm } from './use-purchase-form.ts'
import { useSubmit } from './use-submit.ts'
import { WrappingSection } from './wrapping-section.tsx'

/** One page for customer, delivery and payment. The total is always visible. */
export function PurchaseScreen({ data, begun }: { data: PurchaseData; begun: BegunAnswers }) {
  const { kind, customer, addresses } = data
  const isMember = customer !== null
  const isPeriodic = kind === 'periodic'
  const buyer = { customer, addresses }
  const items = usePurchaseItems(kind)
  const [draft] = useState(() => firstValues(data, items))
  const codec = purchaseForm({
    kind,
    deliveries: data.deliveries,
    items,
    buyer,
    today: today(),
    length: usePasswordLength(),
  })
  const form = usePurchaseForm({ kind, isMember, codec, draft })
  const cardForm = useCardForm()
  const [isPastCustomer, setPastCustomer] = useState(isMember)
  useShownFailures(form)

  const shipTo = useShipTo(form, buyer)
  const [delivery_id, payment] = form.watch(['delivery_id', 'payment', 'note', 'note_text', 'wrapping'])
  const [points, setPoints] = useState(isMember ? pointsToUse() : 0)
  const [areMethodsKnown, setMethodsKnown] = useState(false)
  const priced = useQuote(
    {
      items,
      isPeriodic,
      delivery_id: delivery_id ? Number(delivery_id) : undefined,
      payment_method_id: assumedPayment(form.getValues(), areMethodsKnown),
      shipTo,
      wrapping: wrappingOf(form.getValues(), kind, data.deliveries),
      points,
    },
    begun.quote,
  )
  const feeChange = useShippingFee(priced.data)
  const pricedItems = priced.data?.items
  const isCounted = useRef(false)
  useEffect(() => {
    if (!pricedItems || isCounted.current) return
    isCounted.current = true
    countCheckout(pricedItems)
  }, [pricedItems])
  const quote = priced.data?.summary
  const methods = usePaymentMethods(
    {
      quote,
      isPeriodic,
      isYearly: yearlyCount(pricedItems ?? []) !== null,
      delivery_notes: noteOf(form.getValues(), data.deliveries),
      delivery_date: form.getValues('delivery_date'),
    },
    begun.methods,
  )
  const pay_until = methods.data?.find((one) => paymentChoice(one.payment_method_id) === payment)?.pay_until ?? null
  // メール便 has no days to choose; a 定期便 by it still begins on one.
  const method = data.deliveries.find(({ id }) => String(id) === delivery_id)
  const hasDays = method && (isPeriodic || !method.mail_delivery_flag)
  const dates = useDeliveryDays(hasDays ? method.id : null, shipTo, pay_until, begun.dates)
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
  useEffect(() => setMethodsKnown(methods.data !== undefined), [methods.data])
  const summary = {
    items: pricedItems ?? [],
    quote,
    isPeriodic,
    hasFailed: priced.error !== null,
    onRetry: priced.retry,
  }
  if (items.length === 0 && !isPending)
    return (
      <Page>
        <PageHeading>ご購入のお手続き</PageHeading>
        <EmptyCart kind={kind} />
      </Page>
    )
  return (
    <Page>
      <PageHeading>{isPeriodic ? '定期便のお手続き' : 'ご購入のお手続き'}</PageHeading>
      <PurchaseSteps current={isPastCustomer ? 1 : 0} />
      <div className="mt-8 md:hidden">
        <PurchaseSummary {...summary} isFolded />
      </div>
      <Form
        form={form}
        className="mt-8 grid grid-cols-1 gap-12 md:grid-cols-[1fr_360px]"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="grid grid-cols-1 content-start gap-12">
          {!isMember && <ExpressCheckout kind={kind} methods={methods.data} isPaidByAmazon={payment === '2'} />}
          {!isMember && (
            // biome-ignore lint/a11y/noStaticElementInteractions: only listens to the fields inside
            <div onFocus={() => setPastCustomer(false)}>
              <CustomerSection kind={kind} sources={data.sources}>
                {data.may_remind && <ReminderConsent items={items} />}
              </CustomerSection>
            </div>
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to the fields inside */}
          <div className="grid gap-12" onFocus={() => setPastCustomer(true)}>
            <DestinationSection isMember={isMember} addresses={addresses} />
            <ShippingFeeNotice change={feeChange} />
            <DeliverySection
              deliveries={data.deliveries}
              notes={data.notes}
              isLight={summary.items.length > 0 && summary.items.every((item) => item.light_flag)}
              isPeriodic={isPeriodic}
              priced={priced.data}
              shipTo={shipTo}
              dates={dates}
              pay_until={pay_until}
              begun={begun}
            />
            {!isPeriodic && <WrappingSection isLetter={method?.mail_delivery_flag === true} />}
            {isPeriodic && (
              <PatternSection
                deliveries={data.deliveries}
                items={items}
                buyer={buyer}
                earliest={dates.data?.earliest}
              />
            )}
            {quote?.points && (quote.points.balance > 0 || quote.points.granted > 0) && (
              <PointsSection
                points={quote.points}
                onUse={(wanted) => {
                  keepPointsToUse(wanted)
                  setPoints(wanted)
                }}
              />
            )}
            <PaymentSection
              methods={methods}
              cards={data.cards}
              cardForm={cardForm}
              isPeriodic={isPeriodic}
              isFree={quote !== undefined && isNothingToPay(quote)}
            />
            {!isMember && <Agreement />}
          </div>
        </div>
        <aside className="grid content-start gap-6 md:sticky md:top-24 md:self-start">
          <div className="max-md:hidden">
            <PurchaseSummary {...summary} />
          </div>
          <SubmitBar
            isMember={isMember}
            isPending={isPending}
            isFirst={isPeriodic && yearlyCount(items) === null}
            problem={problem}
            quote={quote}
            cardForm={cardForm}
          />
        </aside>
      </Form>
    </Page>
  )
}
