import { zodResolver } from '@hookform/resolvers/zod'
import type { Subscription } from '@kushi/contract/subscription'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Codec } from '../../../form/codec.ts'
import { type SubscriptionFields, typedSubscription } from '../../../form/subscription.ts'
import { sessionStore } from '../../../state/session.ts'
import { tabStorage } from '../../../state/storage.ts'
import { type DraftPlace, keepFields, readSubscriptionDraft, resumed, writeSubscriptionDraft } from './draft-store.ts'

/** Where this tab keeps what this member changes. */
export const draftPlace = (): DraftPlace => ({
  storage: tabStorage(),
  customer_id: sessionStore.getState().customer?.id ?? 0,
  now: Date.now(),
})

/** The form of a subscription, beginning with what was changed and not saved. */
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
    defaultValues: resumed(initial, draft),
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepFields(subscription, { initial, fields: values }, draftPlace()),
      }),
    [form, subscription, initial],
  )
  return {
    form,
    isRestored: draft !== null,
    /** The subscription is another one than the draft was begun on. */
    isOvertaken: draft !== null && draft.version !== subscription.version,
    startOver: () => {
      form.reset(initial)
      writeSubscriptionDraft(subscription.id, null, draftPlace())
      setBeginning({ initial, draft: null })
    },
  }
}
