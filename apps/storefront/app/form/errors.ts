import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { FormFailure } from './codec.ts'
import { focusFirstError } from './focus-error.ts'

/** Counts the fields with an error, in an error object nested like the form. */
export function countErrors(errors: object): number {
  let count = 0
  for (const value of Object.values(errors)) {
    if (typeof value !== 'object' || value === null) continue
    count += typeof (value as { message?: unknown }).message === 'string' ? 1 : countErrors(value)
  }
  return count
}

/** Shows the server's errors at the fields. */
export function showFailures<T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  failures: readonly FormFailure[],
): void {
  for (const { path, message } of failures) form.setError(path as Path<T>, { type: 'server', message })
  focusFirstError()
}

/** Shows the errors with which the confirmation screen returned to this form. */
export function useShownFailures<T extends FieldValues, Sent>(form: UseFormReturn<T, unknown, Sent>): void {
  const { state } = useLocation() as { state: { failures?: FormFailure[] } | null }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the failures that the navigation brought; later edits must not show them again
  useEffect(() => {
    if (state?.failures?.length) showFailures(form, state.failures)
  }, [])
}
