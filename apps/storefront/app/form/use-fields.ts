import { toHiragana } from '@kushi/values/kana'
import { stripCommas, toHalfWidth } from '@kushi/values/text'
import { type FieldValues, get, type RegisterOptions, useFormContext, useFormState } from 'react-hook-form'

/** Normalizes a typed e-mail address: half-width, without spaces. */
export const emailOf = (typed: string) => toHalfWidth(typed).replace(/\s/g, '')

/** Trims white space, and converts full-width letters and digits to half-width. */
export const trimmed = (typed: string) => toHalfWidth(typed).trim()

/** A name or a part of an address, in a form that delivery slips can print. */
export const printable = (typed: string) => trimmed(stripCommas(typed))

export const kanaOf = (typed: string) => toHiragana(typed).replace(/\s/g, '')

/** 「山田　 花子 」→「山田 花子」 */
export const spaced = (typed: string) => trimmed(typed).replace(/\s+/g, ' ')
export const spacedKana = (typed: string) => spaced(toHiragana(typed))

/**
 * The fields of a form, or of a part of it at a path such as `other.`. `field` returns all props of a control,
 * including its error.
 */
export function useFields<T extends object = Record<string, unknown>>(at = '') {
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
