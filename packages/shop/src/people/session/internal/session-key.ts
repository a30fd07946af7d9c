import { createHmac } from 'node:crypto'
import { newToken } from './token.ts'

/**
 * Makes the key of a session for the browser's HttpOnly cookie. The bearer token is derived from it, so that a tab that
 * lost its token gets the same one back and nothing more is stored. Safari deletes script-written cookies after seven
 * days. The token does not reveal the key.
 */
export const newSessionKey = newToken

/** Derives the bearer token of a session from its key. */
export const accessTokenOfSessionKey = (session_key: string): string =>
  createHmac('sha256', session_key).update('access_token').digest('base64url')
