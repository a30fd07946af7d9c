import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { changedFields, readFormDraft, withChanges, writeFormDraft } from '../state/form-draft.ts'
import { useCustomer } from '../state/session.ts'
import { browserStorage } from '../state/storage.ts'

interface DraftedForm<T> {
  /** Which form: `address.new`, `address.12`. */
  name: string
  /** What the server has, or empty fields. */
  initial: T
  resolver: Resolver<T & FieldValues>
  /** Fields that are written down nowhere: passwords. */
  secrets?: readonly (keyof T)[]
}

/** A form that begins with what was typed before a reload, the back button or a login. Not for cards. */
export function useDraftedForm<T extends object>({ name, initial, resolver, secrets = [] }: DraftedForm<T>) {
  type Fields = T & FieldValues
  const customer_id = useCustomer()?.id ?? 0
  const kept = Object.fromEntries(Object.entries(initial).filter(([field]) => !secrets.includes(field as keyof T)))
  const [{ begun, isRestored }, setBeginning] = useState(() => {
    const changed = readFormDraft(browserStorage(), { name, customer_id }, Date.now())
    return { begun: changed ? withChanges(initial, changed) : initial, isRestored: changed !== null }
  })
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver,
    shouldFocusError: false,
    defaultValues: begun as DefaultValues<Fields>,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form stays with what it began with
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
    /** There is something of an earlier visit in the fields. */
    isRestored,
    /** After it was saved. */
    forget,
    /** Back to what the server has. */
    startOver: () => {
      form.reset(initial as Fields)
      forget()
      setBeginning({ begun: initial, isRestored: false })
    },
  }
}
