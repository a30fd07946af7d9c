/** What other features use of `line`. */

export { adGroupSql, isInAdGroup } from './internal/ad-groups.ts'
export { flexCard, flexLetter } from './internal/flex.ts'
export { identifyFriend, identifyLine } from './internal/identify-line.ts'
export { lineExists } from './internal/line-errors.ts'
export { lineUnlinkedMail } from './internal/line-mails.ts'
export { requireFriend } from './internal/require-friend.ts'
export { forgetLinkNonces } from './link-nonce.ts'
