import { createHmac } from 'node:crypto'
import { newToken } from './token.ts'

/**
 * What the browser's HttpOnly cookie keeps of a session. The bearer token is derived from it, so that any tab that lost
 * the token (Safari forgets script-written cookies after seven days) gets the very same one back, and nothing more is
 * stored. The token does not tell the key.
 */
export const newSessionKey = newToken

export const tokenOfKey = (session_key: string): string =>
  createHmac('sha256', session_key).update('access_token').digest('base64url')
