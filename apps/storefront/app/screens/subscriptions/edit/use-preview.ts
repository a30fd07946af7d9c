import { ApiError } from '@kushi/contract/client'
import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { quietApi } from '../../../api.ts'
import { hasNoChanges, type SubscriptionFields, updateFailures } from '../../../form/subscription.ts'
import { useAnswer } from '../../../state/use-answer.ts'

const fields = [
  'next_delivery_date',
  'next_next_delivery_date',
  'items',
  'destination',
  'pattern.kind',
  'delivery_id',
] as const

/** The part of a change that affects the days. */
export const daysOf = ({ delivery_pattern, next_delivery_date, next_next_delivery_date }: SubscriptionUpdate) => ({
  ...(delivery_pattern && { delivery_pattern }),
  ...(next_delivery_date && { next_delivery_date }),
  ...(next_next_delivery_date && { next_next_delivery_date }),
})

/**
 * Returns what to preview after the shop refused the update: only its days. If it refused the next day: everything else, so
 * that the calendar offers the days of the typed address. Empty: nothing is left to preview.
 */
export function previewAfterRefusal(
  requestedUpdate: SubscriptionUpdate,
  { fields }: Pick<ApiError, 'fields'>,
): SubscriptionUpdate {
  const { next_delivery_date, next_next_delivery_date: _, ...rest } = requestedUpdate
  if (next_delivery_date && fields.some(({ path }) => path === 'next_delivery_date')) return rest
  const days = daysOf(requestedUpdate)
  return Object.keys(days).length === Object.keys(requestedUpdate).length ? {} : days
}

const preview = (id: number, body: SubscriptionUpdate, signal?: AbortSignal) =>
  quietApi('POST /v1/order/subscription/{id}/preview', { params: { id }, body }, signal ? { signal } : {})
export type Preview = Awaited<ReturnType<typeof preview>>

interface PreviewRequest<Sent> {
  subscription: Subscription
  update: SubscriptionUpdate
  /** The form has no errors. Otherwise only its days are previewed. */
  isValid: boolean
  form: UseFormReturn<SubscriptionFields, unknown, Sent>
}

/**
 * Loads the price and the days of the change as the server would save it, by one call. Shows its errors at the fields.
 */
export function usePreview<Sent>({ subscription: { id, version }, update, isValid, form }: PreviewRequest<Sent>) {
  const previewedUpdate = isValid ? update : daysOf(update)
  const key = JSON.stringify([version, previewedUpdate])
  const answer = useAnswer(
    hasNoChanges(previewedUpdate) ? null : key,
    async (signal) => {
      try {
        return { key, shown: await preview(id, previewedUpdate, signal), refusal: null }
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 401
        const rest = isRefused ? previewAfterRefusal(previewedUpdate, error) : {}
        if (!isRefused || hasNoChanges(rest)) throw error
        return { key, shown: await preview(id, rest, signal), refusal: error }
      }
    },
    { delay: 250 },
  )
  const { data } = answer
  const isFresh = data?.key === key && !answer.error
  const refusal = answer.error ?? (isFresh ? data.refusal : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response sets the errors again
  useEffect(() => {
    form.clearErrors([...fields])
    const refused =
      refusal?.error === 'ERROR_SUBSCRIPTION_ITEM_REFUSED' ? [{ path: 'items', message: refusal.message }] : []
    for (const { path, message } of [...refused, ...updateFailures(refusal?.fields ?? [], form.getValues())])
      form.setError(path as keyof SubscriptionFields, { type: 'server', message })
  }, [refusal, data, form])
  return {
    /** The preview with its days; null: not loaded yet. */
    dated: isFresh ? data.shown : null,
    /** The latest full preview with its price; null: the form has errors, or the server rejected the change. */
    priced: isValid && !refusal ? data?.shown : null,
    /** Returns the preview of `body`; reuses the last response if it was for the same change. */
    confirm: async (body: SubscriptionUpdate) =>
      isFresh && isValid && !refusal && data.key === JSON.stringify([version, body]) ? data.shown : preview(id, body),
    refusal,
    isAsking: answer.isLoading,
    retry: answer.error && answer.error.status === 0 ? answer.retry : undefined,
  }
}
