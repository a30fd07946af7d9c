import type { ApiError } from '@kushi/contract/client'
import { createContext, useContext, useLayoutEffect } from 'react'
import { type FieldValues, get, type Path, type UseFormReturn, useFormContext } from 'react-hook-form'

/** A field that the server refuses, by its name in the form. */
export interface RefusedField {
  path: string
  message: string
}

/** The names whose errors are shown in a form now, each by the control that shows it. */
export type ShownErrors = Map<symbol, string>
export const ShownErrorsContext = createContext<ShownErrors | null>(null)

/** What stands before `N` in the names of a form. */
export type PrefixOf<T extends FieldValues, N extends string> =
  Path<T> extends infer Name ? (Name extends `${infer Prefix}${N}` ? Prefix : never) : never

/** The error of a field, for the control that shows it. Of what no control asks for, the form itself shows the error. */
export function useFieldError<T extends FieldValues = never>(name: NoInfer<Path<T>>): string | undefined {
  const { formState } = useFormContext()
  const shown = useContext(ShownErrorsContext)
  useLayoutEffect(() => {
    const control = Symbol()
    shown?.set(control, name)
    return () => void shown?.delete(control)
  }, [shown, name])
  const error = get(formState.errors, name) as { message?: string; root?: { message?: string } } | undefined
  return error?.message ?? error?.root?.message
}

/** The refused fields of a call. `names`: fields that have another name in the form. */
export const refusedFieldsOf = ({ fields }: ApiError, names: Readonly<Record<string, string>>): RefusedField[] =>
  fields.map(({ path, message }) => ({ path: names[path] ?? path, message }))

/** Those that a control of the form shows, and what the form has to say itself. */
export function splitByControl(refused: readonly RefusedField[], shown: ShownErrors) {
  const names = new Set(shown.values())
  const [besideFields, withoutField] = [true, false].map((isBeside) =>
    refused.filter(({ path }) => names.has(path) === isBeside),
  )
  return { beside: besideFields!, messages: [...new Set(withoutField!.map(({ message }) => message))] }
}

/**
 * Sends a form anew. What was refused the last time is forgotten before: an error of a path without a field would stay, and
 * nothing would be sent again.
 */
export function submitForm<T extends FieldValues>(
  { clearErrors, handleSubmit }: Pick<UseFormReturn<T>, 'clearErrors' | 'handleSubmit'>,
  send: (values: T) => Promise<void>,
) {
  clearErrors()
  return handleSubmit((values) => send(values as T))()
}
