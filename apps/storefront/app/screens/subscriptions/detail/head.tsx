import type { OwnCard } from '@kushi/contract/card'
import type { SubscriptionDetail } from '@kushi/contract/subscription'
import { isRunningSubscription, SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { AmountRows } from '../../../parts/amount-rows.tsx'
import { GiftList } from '../../../parts/gift-list.tsx'
import { PromotionList } from '../../../parts/promotion-list.tsx'
import { SectionHeading } from '../../../ui/heading.tsx'
import { ManagedItems } from '../leave-out/managed-items.tsx'
import type { ManagedSubscription, SubscriptionAction } from '../manage/use-change.ts'
import { OwnPace } from '../pace/own-pace.tsx'
import { Actions } from '../parts/actions.tsx'
import { Facts } from '../parts/facts.tsx'
import { NextDelivery } from '../parts/next-delivery.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { StateNotice } from '../parts/state-notice.tsx'
import { UndoSkip } from '../skip/undo-skip.tsx'
import { EndingNotice } from '../stop/ending-notice.tsx'

interface HeadProps extends ManagedSubscription {
  subscription: SubscriptionDetail
  cards: readonly OwnCard[] | undefined
  onAction: (action: SubscriptionAction) => void
}

/** Overview: state, next delivery, price, last day for changes, and actions. */
export const Head = ({ cards, onAction, ...managed }: HeadProps) => {
  const { subscription } = managed
  const { summary_status } = subscription
  const isPaidAhead = subscription.prepaid !== null && subscription.payment_total === 0
  return (
    <div className="grid gap-8">
      <StateNotice subscription={subscription} onAction={onAction} />
      <section aria-labelledby="next" className="grid gap-5 rounded-base border border-line bg-surface p-4 md:p-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <SectionHeading id="next">
            {isRunningSubscription(summary_status) ? `次回のお届け(${subscription.cycle}回目)` : 'お届け'}
          </SectionHeading>
          <StateBadge subscription={subscription} />
        </div>
        <NextDelivery subscription={subscription} />
        <EndingNotice {...managed} />
        {/* Another contract is another question. */}
        <OwnPace key={subscription.id} {...managed} />
        <UndoSkip {...managed} />
        <ManagedItems {...managed} />
        {!isPaidAhead && summary_status !== SUBSCRIPTION_STATUS.cancel && (
          <AmountRows
            amounts={subscription}
            totalLabel={summary_status === SUBSCRIPTION_STATUS.pause ? '1回のお支払い' : '次回のお支払い'}
          />
        )}
        <GiftList gifts={subscription.gifts} />
        <PromotionList promotions={subscription.promotions} />
        <Facts subscription={subscription} cards={cards} />
      </section>
      <section aria-label="この定期便の操作">
        <Actions subscription={subscription} hasMethods={subscription.deliveries.length > 1} onAction={onAction} />
      </section>
    </div>
  )
}
