import type { OwnCard } from '@kushi/contract/card'
import type { SettledResult } from '../../../settle.ts'
import { PaymentDialog } from '../payment/payment-dialog.tsx'
import { SecondWayDialog } from '../payment/second-way-dialog.tsx'
import { SkipDialog } from '../skip/skip-dialog.tsx'
import { CancelDialog } from '../stop/cancel-dialog.tsx'
import { PauseDialog } from '../stop/pause-dialog.tsx'
import { ReopenDialog } from '../stop/reopen-dialog.tsx'
import type { ManagedSubscription, SubscriptionAction } from './use-change.ts'

interface DialogsProps extends ManagedSubscription {
  /** null: no dialog is open. */
  openAction: SubscriptionAction | null
  cards: SettledResult<{ items: readonly OwnCard[] }>
  onClose: () => void
}

/** All dialogs of one subscription. They stay mounted, so that each keeps its input. */
export function Dialogs({ openAction, cards, onClose, ...managed }: DialogsProps) {
  const dialogProps = (action: SubscriptionAction) => ({ ...managed, onClose, open: openAction === action })
  return (
    <>
      <SkipDialog {...dialogProps('skip')} />
      <PaymentDialog {...managed} doing={openAction} cards={cards} onClose={onClose} />
      <SecondWayDialog {...dialogProps('second_way')} cards={cards} />
      <PauseDialog {...dialogProps('pause')} />
      <CancelDialog {...dialogProps('cancel')} />
      <ReopenDialog {...dialogProps('reopen')} />
    </>
  )
}
