import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { focusFirstError } from '../../purchase/form/focus-first-error.ts'
import type { FormFailure } from '../../purchase/form/purchase-form.ts'
import type { SubscriptionFields } from './subscription-fields.ts'

/** What the confirmation sent back with stands at its fields. */
export function useShownFailures(form: UseFormReturn<SubscriptionFields>): void {
  const { state } = useLocation() as { state: { failures?: FormFailure[] } | null }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (!state?.failures?.length) return
    for (const { path, message } of state.failures)
      form.setError(path as keyof SubscriptionFields, { type: 'server', message })
    focusFirstError()
  }, [])
}
