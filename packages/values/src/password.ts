/** Fewest and most characters of a password. */
export const PASSWORD_LENGTH = { min: 7, max: 15 } as const

/**
 * Whether a password is acceptable (field rule: password): 7 to 15 half-width characters with at least a digit,
 * a lowercase and an uppercase letter. Half-width symbols may stand among them, so that generated passwords pass.
 */
export function isPassword(text: string): boolean {
  return (
    text.length >= PASSWORD_LENGTH.min &&
    text.length <= PASSWORD_LENGTH.max &&
    /^[!-~]+$/.test(text) &&
    /\d/.test(text) &&
    /[a-z]/.test(text) &&
    /[A-Z]/.test(text)
  )
}
