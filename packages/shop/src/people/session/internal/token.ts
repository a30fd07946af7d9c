import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, valid in a header and a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a token. No salt: 256 random bits can't be guessed from their hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
