import { createHash, randomBytes } from 'node:crypto'
import type { Store } from '../core/store.ts'

/** A consented login whose code was not exchanged yet. */
export type Code = {
  code: string
  userId: string
  clientId: string
  redirectUri: string
  scope: string
  nonce: string
  codeChallenge: string
  expiresAt: number
  used: boolean
}

export type UserToken = {
  token: string
  userId: string
  clientId: string
  scope: string
  expiresAt: number
  revoked: boolean
}

const TEN_MINUTES = 10 * 60_000
const THIRTY_DAYS = 30 * 24 * 60 * 60_000
const KEPT = 500

export type Grants = ReturnType<typeof lineGrants>

/** Authorisation codes and access tokens of LINE Login. */
export function lineGrants(store: Store, now: () => Date) {
  const codes = store.collection<Code>('line.codes')
  const tokens = store.collection<UserToken>('line.tokens')
  return {
    tokens: () => tokens.newest(50),
    issueCode(grant: Pick<Code, 'userId' | 'clientId' | 'redirectUri' | 'scope' | 'nonce' | 'codeChallenge'>): Code {
      const code = {
        ...grant,
        code: randomBytes(15).toString('base64url'),
        expiresAt: now().getTime() + TEN_MINUTES,
        used: false,
      }
      codes.put(code.code, code)
      codes.trim(KEPT)
      return code
    },
    /** Returns the login behind a code, once. */
    useCode(code: string): Code | undefined {
      const found = codes.get(code)
      if (found === undefined || found.used || found.expiresAt <= now().getTime()) return undefined
      codes.put(code, { ...found, used: true })
      return found
    },
    issueToken(userId: string, clientId: string, scope: string, life = THIRTY_DAYS): UserToken {
      const token = {
        token: randomBytes(32).toString('base64url'),
        userId,
        clientId,
        scope,
        expiresAt: now().getTime() + life,
        revoked: false,
      }
      tokens.put(token.token, token)
      tokens.trim(KEPT)
      return token
    },
    /** Returns a token that is still valid. */
    findToken(token: string): UserToken | undefined {
      const found = tokens.get(token)
      return found === undefined || found.revoked || found.expiresAt <= now().getTime() ? undefined : found
    },
    revoke(token: string) {
      const found = tokens.get(token)
      if (found !== undefined) tokens.put(token, { ...found, revoked: true })
    },
  }
}

/** RFC 7636, S256. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
