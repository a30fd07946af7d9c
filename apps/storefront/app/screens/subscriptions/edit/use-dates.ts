import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { quietApi } from '../../../api.ts'
import { writePattern } from '../../../form/pattern.ts'
import type { SubscriptionFields } from '../../../form/subscription.ts'
import { useAnswer } from '../../../state/use-answer.ts'

type Chosen = Pick<SubscriptionFields, 'pattern' | 'next_delivery_date' | 'next_next_delivery_date'>

/** The days that can be chosen, and those that follow from what is chosen; all as the shop reckons them. */
export function useDates(subscription: Subscription, update: SubscriptionUpdate, chosen: Chosen) {
  const { id, version } = subscription
  const pattern = writePattern(chosen.pattern)
  const isAsked = update.delivery_pattern !== undefined || update.next_delivery_date !== undefined
  const ask = update.next_delivery_date ? { next_delivery_date: update.next_delivery_date } : {}

  const allowed = useAnswer(`${id}.${version}.${update.next_delivery_date ?? ''}`, (signal) =>
    quietApi('GET /v1/order/subscription/{id}/delivery-date/list', { params: { id }, query: ask }, { signal }),
  )
  const key = isAsked && pattern ? JSON.stringify([pattern, ask]) : null
  const follows = useAnswer(key, async (signal) => {
    const body = { ...pattern!, ...ask }
    const path = 'POST /v1/order/subscription/{id}/delivery-pattern/change'
    return { key, ...(await quietApi(path, { params: { id }, body }, { signal })) }
  })
  const counted = follows.data?.key === key ? follows.data.next_next_delivery_date : null
  // What failed may have dates that are over: the list begins with the first that still is possible.
  const first = allowed.data?.items[0]
  const standing = subscription.next_delivery_date
  const next = update.next_delivery_date ?? (first && first > standing ? first : standing)
  const nextNext = chosen.next_next_delivery_date || (isAsked ? counted : subscription.next_next_delivery_date)

  const third = useAnswer(pattern && nextNext ? JSON.stringify([pattern, nextNext]) : null, (signal) =>
    quietApi(
      'POST /v1/order/subscription/delivery-date/next',
      { body: { delivery_date: nextNext!, ...pattern! } },
      { signal },
    ),
  )
  return {
    allowed,
    next,
    /** null: not known yet. */
    nextNext,
    third: third.isLoading ? null : (third.data?.next_next_delivery_date ?? null),
    nextNextDays: nextNextDays(allowed.data?.next_next_items ?? [], nextNext),
    isAsked,
  }
}

export type Dates = ReturnType<typeof useDates>

/** What the pattern gives may lie beyond the days that can be picked; it can be kept all the same. */
const nextNextDays = (days: readonly string[], shown: string | null) =>
  shown === null || days.includes(shown) ? days : [...days, shown].sort()
