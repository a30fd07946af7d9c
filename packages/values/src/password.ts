/** How many characters a password has, as a shop sets it. */
export interface PasswordLength {
  readonly password_min: number
  readonly password_max: number
}

/** The specification's, unless a shop sets others. */
export const PASSWORD_LENGTH: PasswordLength = { password_min: 7, password_max: 15 }

/** What a shop may set: never fewer than the specification asks for, never less room than it gives. */
export const PASSWORD_MIN = { from: 7, to: 15 } as const
export const PASSWORD_MAX = { from: 15, to: 128 } as const

/**
 * Whether a password is acceptable (field rule: password): so many half-width characters with at least a digit,
 * a lowercase and an uppercase letter. Half-width symbols may stand among them, so that generated passwords pass.
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

/** Stands below a password field from the start, so that nobody meets 014 by surprise. */
export const passwordHint = ({ password_min, password_max }: PasswordLength): string =>
  `${password_min}文字以上${password_max}文字以内の半角英数字`
