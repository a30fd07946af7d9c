/** The exports of `line` for other features. */

export { adGroupSql, inAdGroupCondition, listAdGroups } from './internal/ad-groups.ts'
export { lineCardMessage, lineLetterMessage } from './internal/flex.ts'
export { identifyLineAccount, identifyLineFriend } from './internal/identify-line.ts'
export { lineLinkedElsewhereError } from './internal/line-errors.ts'
export { requireLineFriend } from './internal/require-friend.ts'
export { invalidateLineLinkNonces } from './link-nonce.ts'
export { removeLineLink } from './remove-line-link.ts'
