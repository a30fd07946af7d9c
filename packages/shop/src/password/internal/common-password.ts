import { dictionary } from '@zxcvbn-ts/language-common'

let common: ReadonlySet<string> | undefined

/**
 * Whether a password stands on the list of the 49,000 that leaks hold most often, in whatever letters: `Passw0rd` keeps
 * the rule of digits and letters and is still the first that anybody tries.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))
  return common.has(password.toLowerCase())
}
