import { isNothingToPay } from '@kushi/values/payment-method'
import { lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { ShippingFeeNotice } from '../../../parts/shipping-fee-notice.tsx'
import { Agreement } from './agreement.tsx'
import { CustomerSection } from './customer-section.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { DestinationSection } from './destination-section.tsx'
import { ExpressCheckout } from './express-checkout.tsx'
import { PatternSection } from './pattern-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { PointsSection } from './points-section.tsx'
import { ReminderConsent } from './reminder-consent.tsx'
import { SecondWay } from './second-way.tsx'
import type { PurchaseInForm } from './use-purchase.ts'
import { WrappingSection } from './wrapping-section.tsx'

interface PurchaseSectionsProps {
  purchase: PurchaseInForm
  /** The visitor is at the fields after お客様情報, or at those. */
  onPart?: (isPastCustomer: boolean) => void
}

/** All fields of a purchase, from お客様情報 to the agreement. */
export function PurchaseSections({ purchase, onPart }: PurchaseSectionsProps) {
  const { data, prefetched, items, buyer, shipTo, quote, method, dates, methods, isMember, isPeriodic, summary } =
    purchase
  const { kind, page, deliveries, addresses } = data
  return (
    <div className="grid grid-cols-1 content-start gap-12">
      {!isMember && <ExpressCheckout kind={kind} methods={methods.data} isPaidByAmazon={purchase.payment === '2'} />}
      {!isMember && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only listens to the fields inside
        <div onFocus={() => onPart?.(false)}>
          <CustomerSection kind={kind} sources={data.sources}>
            {data.may_remind && !page && <ReminderConsent items={items} />}
          </CustomerSection>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to the fields inside */}
      <div className="grid gap-12" onFocus={() => onPart?.(true)}>
        <DestinationSection isMember={isMember} addresses={addresses} />
        <ShippingFeeNotice change={purchase.feeChange} />
        <DeliverySection
          deliveries={deliveries}
          notes={data.notes}
          areAllLight={summary.items.length > 0 && summary.items.every((item) => item.light_flag)}
          isPeriodic={isPeriodic}
          quoted={purchase.priced}
          shipTo={shipTo}
          dates={dates}
          pay_until={purchase.pay_until}
          prefetched={prefetched}
        />
        {!isPeriodic && <WrappingSection isLetter={method?.mail_delivery_flag === true} />}
        {isPeriodic && (
          <PatternSection
            deliveries={deliveries}
            items={items}
            buyer={buyer}
            page={page}
            offers={purchase.offers.shown}
            earliest={dates.data?.earliest}
          />
        )}
        {quote?.points && (quote.points.balance > 0 || quote.points.granted > 0) && (
          <PointsSection points={quote.points} onUse={purchase.usePoints} />
        )}
        <PaymentSection
          methods={methods}
          cards={data.cards}
          cardForm={purchase.cardForm}
          isPeriodic={isPeriodic}
          isFree={quote !== undefined && isNothingToPay(quote)}
          secondWay={
            isPeriodic &&
            quote &&
            lumpSumDeliveryCount(items) === null && (
              <SecondWay quote={quote} cards={data.cards} delivery_notes={purchase.delivery_notes} />
            )
          }
        />
        {!isMember && <Agreement />}
      </div>
    </div>
  )
}
