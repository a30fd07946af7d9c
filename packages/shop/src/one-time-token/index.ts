/** What other features use of `one-time-token`. */
export { issueToken } from './internal/issue-token.ts'
export { closeTokens, findToken, useToken } from './use-token.ts'
