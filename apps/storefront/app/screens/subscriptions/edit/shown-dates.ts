import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { writePattern } from '../../../form/pattern.ts'
import { isNothing, type SubscriptionFields } from '../../../form/subscription.ts'
import { daysOf, type Preview } from './use-preview.ts'

type Days = Preview['days']

interface Known {
  subscription: Pick<Subscription, 'next_delivery_date' | 'next_next_delivery_date'>
  update: SubscriptionUpdate
  pattern: SubscriptionFields['pattern']
  /** Of the subscription as it stands; null: it has just changed. */
  days: Days | null
  /** What the shop answered to `update`; null: not yet, or not asked. */
  preview: Pick<Preview, 'after' | 'days'> | null
}

export interface Dates {
  next: CalendarDate
  /** null: not known yet. */
  nextNext: CalendarDate | null
  third: CalendarDate | null
  /** To choose from; empty until they are known. */
  items: readonly CalendarDate[]
  nextNextItems: readonly CalendarDate[]
  /** Next date or pattern is being changed: what follows is as the pattern gives it. */
  isMoved: boolean
}

/** The days that follow from what is chosen; all as the shop reckons them. */
export function shownDates({ subscription, update, pattern, days, preview }: Known): Dates {
  const isMoved = update.delivery_pattern !== undefined || update.next_delivery_date !== undefined
  const offered = preview?.days ?? (isNothing(daysOf(update)) ? days : null)
  // What failed may have dates that are over: the list begins with the first that still is possible.
  const first = days?.items[0]
  const standing = subscription.next_delivery_date
  const counted = isMoved ? (preview?.after.next_next_delivery_date ?? null) : subscription.next_next_delivery_date
  const nextNext = update.next_next_delivery_date ?? counted
  const nextNextItems = offered?.next_next_items ?? []
  return {
    next: update.next_delivery_date ?? (first && first > standing ? first : standing),
    nextNext,
    third: writePattern(pattern) && offered ? offered.third_delivery_date : null,
    items: (offered ?? days)?.items ?? [],
    // What the pattern gives may lie beyond the days that can be picked; it can be kept all the same.
    nextNextItems:
      nextNext === null || nextNextItems.includes(nextNext) ? nextNextItems : [...nextNextItems, nextNext].sort(),
    isMoved,
  }
}
