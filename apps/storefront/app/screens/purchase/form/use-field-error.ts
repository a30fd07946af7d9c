import { get, useFormState } from 'react-hook-form'
import type { PurchaseForm } from './purchase-form.ts'

/** What is wrong with a field, by its path. */
export function useFieldError(): (path: string) => string | undefined {
  const { errors } = useFormState<PurchaseForm>()
  return (path) => (get(errors, path) as { message?: string } | undefined)?.message
}
