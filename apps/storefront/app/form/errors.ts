import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { FormFailure } from './codec.ts'

/** Counts the fields with an error, in an error object nested like the form. */
export function countErrors(errors: object): number {
  let count = 0
  for (const value of Object.values(errors)) {
    if (typeof value !== 'object' || value === null) continue
    count += typeof (value as { message?: unknown }).message === 'string' ? 1 : countErrors(value)
  }
  return count
}

/** Focuses the first field with an error after the error is rendered; in the dialog if one is open. */
export function focusFirstError(): void {
  setTimeout(() => {
    const place = document.querySelector('[role="dialog"]') ?? document.querySelector('main')
    const field = place?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    if (!field) return
    if (field.getAttribute('role') === 'alert') field.tabIndex = -1
    field.focus({ preventScroll: true })
    field.scrollIntoView({ block: 'center' })
  }, 50)
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (state?.failures?.length) showFailures(form, state.failures)
  }, [])
}
