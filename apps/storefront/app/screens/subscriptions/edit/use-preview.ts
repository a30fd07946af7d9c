import { ApiError } from '@kushi/contract/client'
import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { quietApi } from '../../../api.ts'
import { isNothing, type SubscriptionFields, updateFailures } from '../../../form/subscription.ts'
import { useAnswer } from '../../../state/use-answer.ts'

const fields = [
  'next_delivery_date',
  'next_next_delivery_date',
  'items',
  'destination',
  'pattern.kind',
  'delivery_id',
] as const

/** What concerns the days alone. */
export const daysOf = ({ delivery_pattern, next_delivery_date, next_next_delivery_date }: SubscriptionUpdate) => ({
  ...(delivery_pattern && { delivery_pattern }),
  ...(next_delivery_date && { next_delivery_date }),
  ...(next_next_delivery_date && { next_next_delivery_date }),
})

const preview = (id: number, body: SubscriptionUpdate, signal?: AbortSignal) =>
  quietApi('POST /v1/order/subscription/{id}/preview', { params: { id }, body }, signal ? { signal } : {})
export type Preview = Awaited<ReturnType<typeof preview>>

interface Previewed<Sent> {
  subscription: Subscription
  update: SubscriptionUpdate
  /** Nothing is missing in the form; else its days are known all the same. */
  isWhole: boolean
  form: UseFormReturn<SubscriptionFields, unknown, Sent>
}

/** Price and days of what is being changed, as the shop would save it, by one call. What it refuses stands at its field. */
export function usePreview<Sent>({ subscription: { id, version }, update, isWhole, form }: Previewed<Sent>) {
  const asked = isWhole ? update : daysOf(update)
  const key = JSON.stringify([version, asked])
  const answer = useAnswer(
    isNothing(asked) ? null : key,
    async (signal) => {
      try {
        return { key, shown: await preview(id, asked, signal), refusal: null }
      } catch (error) {
        const days = daysOf(asked)
        const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 401
        if (!isRefused || isNothing(days) || Object.keys(days).length === Object.keys(asked).length) throw error
        // Something else is refused: the days are told beside it.
        return { key, shown: await preview(id, days, signal), refusal: error }
      }
    },
    { delay: 250 },
  )
  const { data } = answer
  const isFresh = data?.key === key && !answer.error
  const refusal = answer.error ?? (isFresh ? data.refusal : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer speaks anew
  useEffect(() => {
    form.clearErrors([...fields])
    const refused =
      refusal?.error === 'ERROR_SUBSCRIPTION_ITEM_REFUSED' ? [{ path: 'items', message: refusal.message }] : []
    for (const { path, message } of [...refused, ...updateFailures(refusal?.fields ?? [], form.getValues())])
      form.setError(path as keyof SubscriptionFields, { type: 'server', message })
  }, [refusal, data, form])
  return {
    /** With its days; null: not known yet. */
    dated: isFresh ? data.shown : null,
    /** All of it with its price, the latest that is known; null: something is missing or refused. */
    priced: isWhole && !refusal ? data?.shown : null,
    /** What was just answered for exactly this need not be asked again. */
    confirm: async (body: SubscriptionUpdate) =>
      isFresh && isWhole && !refusal && data.key === JSON.stringify([version, body]) ? data.shown : preview(id, body),
    refusal,
    isAsking: answer.isLoading,
    retry: answer.error && answer.error.status === 0 ? answer.retry : undefined,
  }
}
