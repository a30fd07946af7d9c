/** The exports of `session` for other features. */

export {
  confirmDevice,
  deleteConfirmedDevices,
  isDeviceConfirmed,
  requireConfirmedDevice,
} from './confirmed-device.ts'
export { consumeLinkToken, findLinkToken, invalidateLinkTokens } from './consume-token.ts'
export { checkCurrentPassword } from './internal/check-current-password.ts'
export { encodeEccubeHash, foreignPasswordCheck } from './internal/foreign-hash.ts'
export { issueLinkToken } from './internal/issue-token.ts'
export { loadCustomer, lockMember, memberBlockedError, refuseBlockedMember } from './internal/load-customer.ts'
export { startSession } from './internal/start-session.ts'
export { hashToken, newToken } from './internal/token.ts'
export { countLoginAttempt } from './log-in.ts'
export { recordSecurityEvent } from './record-security-event.ts'
export { revokeAllSessions } from './revoke-session.ts'
export { coarseNetworkText, deviceText } from './rules/origin.ts'
