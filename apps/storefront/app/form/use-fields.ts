import { type FieldValues, get, type RegisterOptions, useFormContext, useFormState } from 'react-hook-form'

/**
 * The fields of a form, or of a part of it at a path such as `other.`, by the names in `T`. `field` returns all props of a control,
 * including its error.
 */
export function useFields<T extends object>(at = '') {
  type Name = keyof T & string
  const form = useFormContext<FieldValues>()
  const { errors } = useFormState()
  const pathOf = (name: Name) => `${at}${name}`
  const errorOf = (name: Name) => (get(errors, pathOf(name)) as { message?: string } | undefined)?.message
  return {
    pathOf,
    errorOf,
    field: (name: Name, options?: RegisterOptions) => ({
      ...form.register(pathOf(name), options),
      error: errorOf(name),
    }),
  }
}
