/** What other features use of `session`. */

export { consumeToken, findToken, invalidateTokens } from './consume-token.ts'
export { checkCurrentPassword } from './internal/check-current-password.ts'
export { eccubeHash, foreignPasswordCheck } from './internal/foreign-hash.ts'
export { issueToken } from './internal/issue-token.ts'
export { loadCustomer, lockMember, memberBlocked, refuseBlocked } from './internal/load-customer.ts'
export { startSession } from './internal/start-session.ts'
export { hashToken, newToken } from './internal/token.ts'
export { countLoginAttempt } from './log-in.ts'
export { recordSecurityEvent } from './record-security-event.ts'
export { revokeAllSessions } from './revoke-session.ts'
export { networkOf } from './rules/origin.ts'
