import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import { applyChanges, changedFields, readFormDraft, writeFormDraft } from '../state/form-draft.ts'
import { useCustomer } from '../state/session.ts'
import { browserStorage } from '../state/storage.ts'
import type { Codec } from './codec.ts'

interface DraftedForm<Typed, Sent> {
  /** Name of the form: `address.new`, `address.12`. */
  name: string
  /** The server's values, or empty fields. */
  initial: Typed
  codec: Codec<Typed, Sent>
  /** Fields that are never stored: passwords. */
  secrets?: readonly (keyof Typed)[]
}

/** A form that restores the input from before a reload, the back button or a login. Not for cards. */
export function useDraftedForm<Typed extends FieldValues, Sent>({
  name,
  initial,
  codec,
  secrets = [],
}: DraftedForm<Typed, Sent>) {
  const customer_id = useCustomer()?.id ?? 0
  const kept = Object.fromEntries(Object.entries(initial).filter(([field]) => !secrets.includes(field)))
  const [{ values: startValues, isRestored }, setBeginning] = useState(() => {
    const changed = readFormDraft(browserStorage(), { name, customer_id }, Date.now())
    return { values: changed ? applyChanges(initial, changed) : initial, isRestored: changed !== null }
  })
  const form = useForm<Typed, unknown, Sent>({
    mode: 'onTouched',
    resolver: zodResolver(codec),
    shouldFocusError: false,
    defaultValues: startValues as DefaultValues<Typed>,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form keeps its initial values
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          writeFormDraft(browserStorage(), { name, customer_id }, changedFields(kept, values), Date.now()),
      }),
    [form],
  )
  const forget = () => writeFormDraft(browserStorage(), { name, customer_id }, null, Date.now())
  return {
    form,
    /** The fields contain restored input. */
    isRestored,
    /** Deletes the draft; to be called after saving. */
    forget,
    /** Resets the form to the server's values. */
    startOver: () => {
      form.reset(initial)
      forget()
      setBeginning({ values: initial, isRestored: false })
    },
  }
}
