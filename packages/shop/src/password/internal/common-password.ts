import { dictionary } from '@zxcvbn-ts/language-common'

let common: ReadonlySet<string> | undefined

/**
 * Whether a password is among the 49,000 most frequent in leaks, ignoring case. `Passw0rd` passes the rule of digits
 * and letters but is one of the first that attackers try.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))
  return common.has(password.toLowerCase())
}
