/** What other features use of `session`. */
export { checkCurrentPassword } from './internal/check-current-password.ts'
export { checkOfForeign, eccubeHash } from './internal/foreign-hash.ts'
export { loadCustomer, lockMember, memberBlocked, refuseBlocked } from './internal/load-customer.ts'
export { startSession } from './internal/start-session.ts'
export { hashToken, newToken } from './internal/token.ts'
export { takeLogin } from './log-in.ts'
export { noteSecurity } from './note-security.ts'
export { revokeAllSessions } from './revoke-session.ts'
