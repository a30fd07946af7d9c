/** The length of a password in characters, as a shop sets it. */
export interface PasswordLength {
  readonly password_min: number
  readonly password_max: number
}

/** Default limits of a password's length, from the specification; a shop can set its own. */
export const DEFAULT_PASSWORD_LENGTH_RANGE: PasswordLength = { password_min: 7, password_max: 15 }

/** Allowed range of a shop's minimum password length. The range below is that of its maximum. */
export const PASSWORD_MIN_RANGE = { from: 7, to: 15 } as const
export const PASSWORD_MAX_RANGE = { from: 15, to: 128 } as const

/**
 * Whether a password is acceptable (field rule: password): a length within the limits, half-width characters with at
 * least a digit, a lowercase and an uppercase letter. Half-width symbols are allowed, so that generated passwords pass.
 */
export function isPassword(text: string, { password_min, password_max }: PasswordLength): boolean {
  return (
    text.length >= password_min &&
    text.length <= password_max &&
    /^[!-~]+$/.test(text) &&
    /\d/.test(text) &&
    /[a-z]/.test(text) &&
    /[A-Z]/.test(text)
  )
}

/** Shown below a password field from the start, so that customers know the rule before error 014. */
export const passwordHint = ({ password_min, password_max }: PasswordLength): string =>
  `半角の英数字で${password_min}〜${password_max}文字`
