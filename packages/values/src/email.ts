// Deliberately wider than the standard before the @: carriers issued addresses such as a..b.@docomo.ne.jp, and those
// members still use them. (A mail library may need such a local part in quotes.)
const LOCAL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** Maximum length of an e-mail address in characters (RFC 5321's path without its brackets). */
export const MAX_EMAIL_LENGTH = 254

/** Whether the text looks like an e-mail address (field rule: e-mail). Half-width only. Runs in linear time. */
export function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL_LENGTH) return false
  const at = text.lastIndexOf('@')
  const labels = text.slice(at + 1).split('.')
  return (
    at > 0 &&
    LOCAL.test(text.slice(0, at)) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    /^(?:[A-Za-z]{2,}|xn--.+)$/.test(labels.at(-1) ?? '')
  )
}

/**
 * Returns the form of an e-mail address that is stored and compared. Two spellings of one address are the same member.
 */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
