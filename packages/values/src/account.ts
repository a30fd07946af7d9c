/** Sex (性別) as a member gives it; null is 「回答しない」. */
export const SEX = { male: 1, female: 2, unknown: null } as const

export type SexId = (typeof SEX)[keyof typeof SEX]

/** Account type (個人・法人), `account_type`: true for a business. */
export const ACCOUNT_TYPE = { personal: false, business: true } as const

/** Who vouches for a session: e-mail and password, or LINE. */
export type AuthProvider = 'customer' | 'line'
