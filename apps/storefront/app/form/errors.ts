import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { FormFailure } from './codec.ts'

/** How many fields are wrong, in errors that are nested as the form is. */
export function countErrors(errors: object): number {
  let count = 0
  for (const value of Object.values(errors)) {
    if (typeof value !== 'object' || value === null) continue
    count += typeof (value as { message?: unknown }).message === 'string' ? 1 : countErrors(value)
  }
  return count
}

/** Goes to the first field that is wrong, once its error is drawn: of the dialog where one is open. */
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

/** What the server said of its fields. */
export function showFailures<T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  failures: readonly FormFailure[],
): void {
  for (const { path, message } of failures) form.setError(path as Path<T>, { type: 'server', message })
  focusFirstError()
}

/** What the confirmation sent back with stands at its fields. */
export function useShownFailures<T extends FieldValues, Sent>(form: UseFormReturn<T, unknown, Sent>): void {
  const { state } = useLocation() as { state: { failures?: FormFailure[] } | null }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (state?.failures?.length) showFailures(form, state.failures)
  }, [])
}
