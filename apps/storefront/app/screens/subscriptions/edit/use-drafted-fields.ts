import { zodResolver } from '@hookform/resolvers/zod'
import type { Subscription } from '@kushi/contract/subscription'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Codec } from '../../../form/codec.ts'
import { type SubscriptionFields, typedSubscription } from '../../../form/subscription.ts'
import {
  applySubscriptionDraft,
  draftPlace,
  readSubscriptionDraft,
  saveFields,
  writeSubscriptionDraft,
} from '../../../form/subscription-draft.ts'

/** The form of a subscription, with the draft restored. */
export function useDraftedFields<Sent>(
  subscription: Subscription,
  places: readonly string[],
  codec: Codec<SubscriptionFields, Sent>,
) {
  const [{ initial, draft }, setBeginning] = useState(() => ({
    initial: typedSubscription(subscription, places),
    draft: readSubscriptionDraft(subscription.id, draftPlace()),
  }))
  const form = useForm<SubscriptionFields, unknown, Sent>({
    mode: 'onTouched',
    resolver: zodResolver(codec),
    shouldFocusError: false,
    defaultValues: applySubscriptionDraft(initial, draft),
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveFields(subscription, { initial, fields: values }, draftPlace()),
      }),
    [form, subscription, initial],
  )
  return {
    form,
    isRestored: draft !== null,
    /** The subscription has changed since the draft was started. */
    isOutdated: draft !== null && draft.version !== subscription.version,
    startOver: () => {
      form.reset(initial)
      writeSubscriptionDraft(subscription.id, null, draftPlace())
      setBeginning({ initial, draft: null })
    },
  }
}
