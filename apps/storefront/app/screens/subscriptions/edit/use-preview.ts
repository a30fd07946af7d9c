import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { quietApi } from '../../../api.ts'
import { type SubscriptionFields, updateFailures } from '../../../form/subscription.ts'
import { useAnswer } from '../../../state/use-answer.ts'

const paths = ['next_delivery_date', 'next_next_delivery_date', 'items', 'destination', 'pattern.kind'] as const

/** Price and dates of what is being changed, as the shop would save it. What it refuses stands at its field. */
export function usePreview<Sent>(
  subscription: Subscription,
  update: SubscriptionUpdate | null,
  form: UseFormReturn<SubscriptionFields, unknown, Sent>,
) {
  const { id, version } = subscription
  const answer = useAnswer(
    update && JSON.stringify([version, update]),
    (signal) => quietApi('POST /v1/order/subscription/{id}/preview', { params: { id }, body: update! }, { signal }),
    { delay: 400 },
  )
  const { error, data } = answer
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer speaks anew
  useEffect(() => {
    form.clearErrors([...paths])
    const refused =
      error?.error === 'ERROR_SUBSCRIPTION_ITEM_REFUSED' ? [{ path: 'items', message: error.message }] : []
    for (const { path, message } of [...refused, ...updateFailures(error?.fields ?? [], form.getValues())])
      form.setError(path as keyof SubscriptionFields, { type: 'server', message })
  }, [error, data, form])
  return answer
}
