import { useState } from 'react'
import { Form } from '../../../form/form.tsx'
import { EmptyCart } from '../../../parts/empty-cart.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Page } from '../../../ui/page.tsx'
import { PurchaseSteps } from '../steps.tsx'
import { OfferBeside, OfferInstead } from './offer-choices.tsx'
import { PurchaseSections } from './purchase-sections.tsx'
import { PurchaseSummary } from './purchase-summary.tsx'
import { SubmitBar } from './submit-bar.tsx'
import { type UsePurchase, usePurchase } from './use-purchase.ts'

/** One page for customer, delivery and payment. The total is always visible. */
export function PurchaseScreen(props: UsePurchase) {
  const purchase = usePurchase(props)
  const { form, items, summary, isMember, isPeriodic } = purchase
  const [isPastCustomer, setPastCustomer] = useState(isMember)
  if (items.length === 0 && !purchase.isPending)
    return (
      <Page>
        <PageHeading>ご購入のお手続き</PageHeading>
        <EmptyCart kind={props.data.kind} />
      </Page>
    )
  return (
    <Page>
      <PageHeading>{isPeriodic ? '定期便のお手続き' : 'ご購入のお手続き'}</PageHeading>
      <PurchaseSteps current={isPastCustomer ? 1 : 0} />
      <div className="mt-8 md:hidden">
        <PurchaseSummary {...summary} isFolded />
      </div>
      <Form form={form} className="mt-8 grid grid-cols-1 gap-12 md:grid-cols-[1fr_360px]" onSubmit={purchase.onSubmit}>
        <div className="grid grid-cols-1 content-start gap-12">
          <OfferInstead offers={purchase.offers} />
          <PurchaseSections purchase={purchase} onPart={setPastCustomer} />
        </div>
        <aside className="grid content-start gap-6 md:sticky md:top-24 md:self-start">
          <div className="max-md:hidden">
            <PurchaseSummary {...summary} />
          </div>
          <OfferBeside offers={purchase.offers} />
          <SubmitBar {...purchase.bar} />
        </aside>
      </Form>
    </Page>
  )
}
