import type { CancelOffer } from '@kushi/values/cancel-offer'
import type { SubscriptionEventName } from './event-text.ts'

/** A change that was made: its event, the parts that are different, and the pieces of goods before and after. */
export interface MadeChange {
  event: SubscriptionEventName
  parts: readonly string[]
  pieces: readonly [before: number, after: number]
}

const updated = ({ event, parts }: MadeChange, ...any: string[]) =>
  event === 'updated' && any.some((part) => parts.includes(part))

const MADE: Record<CancelOffer, (change: MadeChange) => boolean> = {
  pace: (change) => updated(change, 'next_delivery_date', 'delivery_pattern', 'items'),
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

/** Whether a change is the offer that it says it took instead of 解約. */
export const isOfferApplied = (taken: CancelOffer, change: MadeChange): boolean => MADE[taken](change)
