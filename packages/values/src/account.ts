/** Sex (性別) as a member states it; null is 「回答しない」. */
export const SEX = { male: 1, female: 2, unknown: null } as const
