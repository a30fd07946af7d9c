import type { CancelOffer } from '@kushi/values/cancel-offer'
import type { SubscriptionEventName } from './event-text.ts'

/** A completed change: its event, the names of the changed parts, and the number of pieces before and after. */
export interface CompletedSubscriptionChange {
  event: SubscriptionEventName
  parts: readonly string[]
  pieces: readonly [before: number, after: number]
}

const updated = ({ event, parts }: CompletedSubscriptionChange, ...any: string[]) =>
  event === 'updated' && any.some((part) => parts.includes(part))

const MADE: Record<CancelOffer, (change: CompletedSubscriptionChange) => boolean> = {
  pace: (change) =>
    change.event === 'item_left_out' || updated(change, 'next_delivery_date', 'delivery_pattern', 'items'),
  skip: ({ event }) => event === 'skipped',
  pause: ({ event }) => event === 'paused',
  longer: (change) => updated(change, 'delivery_pattern'),
  dates: (change) => updated(change, 'next_delivery_date', 'next_next_delivery_date'),
  fewer: (change) => updated(change, 'items') && change.pieces[1] < change.pieces[0],
  smaller: (change) => updated(change, 'items'),
  scent: (change) => updated(change, 'items'),
  exchange: (change) => updated(change, 'items'),
  promotion: ({ event }) => event === 'promotion_taken',
}

/** Whether a change really carries out the offer that the member took instead of 解約. */
export const isCancelOfferApplied = (taken: CancelOffer, change: CompletedSubscriptionChange): boolean =>
  MADE[taken](change)
