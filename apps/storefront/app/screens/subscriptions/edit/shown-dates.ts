import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { writePattern } from '../../../form/pattern.ts'
import { hasNoChanges, type SubscriptionFields } from '../../../form/subscription.ts'
import { daysOf, type Preview } from './use-preview.ts'

type SelectableDays = Preview['days']

interface DateSources {
  subscription: Pick<Subscription, 'next_delivery_date' | 'next_next_delivery_date' | 'change_deadline'>
  update: SubscriptionUpdate
  pattern: SubscriptionFields['pattern']
  /** Days of the subscription without changes; null: it has just changed. */
  days: SelectableDays | null
  /** The server's preview of `update`; null: not loaded. */
  preview: Pick<Preview, 'after' | 'days'> | null
}

export interface ShownDates {
  next: CalendarDate
  /** The last day on which the delivery on that date can be changed; null: the server has not said it. */
  deadline: CalendarDate | null
  /** null: not loaded yet. */
  nextNext: CalendarDate | null
  third: CalendarDate | null
  /** The selectable days; empty until loaded. */
  items: readonly CalendarDate[]
  nextNextItems: readonly CalendarDate[]
  /** The next date or the pattern is changed, so the pattern determines the following dates. */
  isMoved: boolean
}

/** The dates that result from the choices; the server computes all of them. */
export function shownDates({ subscription, update, pattern, days, preview }: DateSources): ShownDates {
  const isMoved = update.delivery_pattern !== undefined || update.next_delivery_date !== undefined
  const offered = preview?.days ?? (hasNoChanges(daysOf(update)) ? days : null)
  // After a failed delivery the next date may be in the past. The list starts with the first possible day.
  const first = days?.items[0]
  const currentDate = subscription.next_delivery_date
  const next = update.next_delivery_date ?? (first && first > currentDate ? first : currentDate)
  const source = [subscription, preview?.after].find((one) => one?.next_delivery_date === next)
  const computedNextNext = isMoved
    ? (preview?.after.next_next_delivery_date ?? null)
    : subscription.next_next_delivery_date
  const nextNext = update.next_next_delivery_date ?? computedNextNext
  const nextNextItems = offered?.next_next_items ?? []
  return {
    next,
    deadline: source?.change_deadline ?? null,
    nextNext,
    third: writePattern(pattern) && offered ? offered.third_delivery_date : null,
    items: (offered ?? days)?.items ?? [],
    // The date of the pattern may be beyond the selectable days, but it can be kept.
    nextNextItems:
      nextNext === null || nextNextItems.includes(nextNext) ? nextNextItems : [...nextNextItems, nextNext].sort(),
    isMoved,
  }
}
