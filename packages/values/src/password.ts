/** The length of a password in characters, as a shop sets it. */
export interface PasswordLength {
  readonly password_min: number
  readonly password_max: number
}

/** The specification's limits, unless a shop sets its own. */
export const PASSWORD_LENGTH: PasswordLength = { password_min: 7, password_max: 15 }

/** What a shop may set: a minimum of at least the specification's, and a maximum of at least the specification's. */
export const PASSWORD_MIN = { from: 7, to: 15 } as const
export const PASSWORD_MAX = { from: 15, to: 128 } as const

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
