import type { OwnCard } from '@kushi/contract/card'
import { useState } from 'react'
import type { SettledResult } from '../../../settle.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ManagedItems } from '../leave-out/managed-items.tsx'
import { Dialogs } from '../manage/dialogs.tsx'
import type { ManagedSubscription, SubscriptionAction } from '../manage/use-change.ts'
import { OwnPace } from '../pace/own-pace.tsx'
import { Actions } from '../parts/actions.tsx'
import { Facts } from '../parts/facts.tsx'
import { NextDelivery } from '../parts/next-delivery.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { StateNotice } from '../parts/state-notice.tsx'
import { UndoSkip } from '../skip/undo-skip.tsx'
import { EndingNotice } from '../stop/ending-notice.tsx'

interface SubscriptionCardProps extends ManagedSubscription {
  cards: SettledResult<{ items: readonly OwnCard[] }>
}

/** One subscription: items, dates, price, address, payment, last day for changes, and actions. */
export function SubscriptionCard({ cards, ...managed }: SubscriptionCardProps) {
  const { subscription } = managed
  const [openAction, setOpenAction] = useState<SubscriptionAction | null>(null)
  return (
    <article
      aria-label={`定期便 契約番号 ${subscription.id}`}
      className="grid gap-5 rounded-base border border-line bg-surface p-4 md:p-6"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-gothic text-sm font-normal">
          契約番号 <span className="numeric">{subscription.id}</span>
        </h2>
        <StateBadge subscription={subscription} />
      </header>
      <StateNotice subscription={subscription} onAction={setOpenAction} />
      <NextDelivery subscription={subscription} />
      <EndingNotice {...managed} />
      <OwnPace {...managed} />
      <UndoSkip {...managed} />
      <ManagedItems {...managed} />
      <Facts subscription={subscription} cards={cards.data?.items} />
      <Actions subscription={subscription} onAction={setOpenAction} />
      <ButtonLink to={`/mypage/subscriptions/${subscription.id}/edit`} look="secondary">
        {subscription.can.update ? '内容を確認・変更する' : '内容と履歴を見る'}
      </ButtonLink>
      <Dialogs {...managed} openAction={openAction} cards={cards} onClose={() => setOpenAction(null)} />
    </article>
  )
}
