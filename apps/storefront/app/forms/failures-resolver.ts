import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import type { FormFailure } from '../screens/purchase/form/purchase-form.ts'

/** A list of what is wrong as the rule of a form. */
export const failuresResolver =
  <T extends FieldValues>(check: (form: T) => readonly FormFailure[]): Resolver<T> =>
  (values) => {
    const failures = check(values)
    if (failures.length === 0) return { values, errors: {} }
    const errors: FieldErrors<T> = {}
    for (const { path, message } of failures) set(errors, path, { type: 'rule', message })
    return { values: {}, errors }
  }
