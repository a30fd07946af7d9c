/** As it is stored and compared: two spellings of one address are one member. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
