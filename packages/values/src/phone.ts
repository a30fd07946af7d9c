import { compactDigits } from './text.ts'

const ELEVEN_DIGITS = /^0[5789]0/

/** Full-width digits, hyphens and spaces → plain digits: `０９０−1234 5678` → `09012345678`. Other characters stay. */
export function normalizePhone(text: string): string {
  return compactDigits(text)
}

/**
 * Whether it has the right number of digits (field rule: phone): 11 after 090, 080, 070 or 050, else exactly 10.
 *
 * `allowed` passes whatever its form: a member whose stored number predates the rule can save other changes.
 * Expects a normalised number.
 */
export function isPhone(phone: string, allowed?: string): boolean {
  if (allowed && phone === allowed) return true
  return /^\d+$/.test(phone) && phone.length === (ELEVEN_DIGITS.test(phone) ? 11 : 10)
}

/** For display: 4-3-rest when longer than 7 characters, else unchanged. `09012345678` → `0901-234-5678`. */
export function formatPhone(phone: string): string {
  if (phone.length <= 7) return phone
  return `${phone.slice(0, 4)}-${phone.slice(4, 7)}-${phone.slice(7)}`
}
