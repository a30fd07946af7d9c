/** Sex (性別) as a member gives it; null is 「回答しない」. */
export const SEX = { male: 1, female: 2, unknown: null } as const

/** Account type (個人・法人), `account_type`: true for a business. */
export const ACCOUNT_TYPE = { personal: false, business: true } as const
