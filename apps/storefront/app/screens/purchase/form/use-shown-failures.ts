import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { focusFirstError } from './focus-first-error.ts'
import type { FormFailure, PurchaseForm } from './purchase-form.ts'

/** What the confirmation sent back with: shown at its fields. */
export function useShownFailures(form: UseFormReturn<PurchaseForm>, state: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    const failures = (state as { failures?: FormFailure[] } | null)?.failures
    if (!failures?.length) return
    for (const { path, message } of failures) form.setError(path as 'email', { type: 'server', message })
    focusFirstError()
  }, [])
}
