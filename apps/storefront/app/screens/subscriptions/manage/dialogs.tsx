import type { OwnCard } from '@kushi/contract/card'
import type { SettledResult } from '../../../settle.ts'
import { PaymentDialog } from '../payment/payment-dialog.tsx'
import { SecondWayDialog } from '../payment/second-way-dialog.tsx'
import { SkipDialog } from '../skip/skip-dialog.tsx'
import { CancelDialog } from '../stop/cancel-dialog.tsx'
import { PauseDialog } from '../stop/pause-dialog.tsx'
import { ReopenDialog } from '../stop/reopen-dialog.tsx'
import type { Doing, ManagedSubscription } from './use-change.ts'

interface DialogsProps extends ManagedSubscription {
  /** null: no dialog is open. */
  doing: Doing | null
  cards: SettledResult<{ items: readonly OwnCard[] }>
  onClose: () => void
}

/** All dialogs of one subscription. They stay mounted, so that each keeps its input. */
export function Dialogs({ doing, cards, onClose, ...managed }: DialogsProps) {
  const of = (what: Doing) => ({ ...managed, onClose, open: doing === what })
  return (
    <>
      <SkipDialog {...of('skip')} />
      <PaymentDialog {...managed} doing={doing} cards={cards} onClose={onClose} />
      <SecondWayDialog {...of('second_way')} cards={cards} />
      <PauseDialog {...of('pause')} />
      <CancelDialog {...of('cancel')} />
      <ReopenDialog {...of('reopen')} />
    </>
  )
}
