/** What other features use of `withdrawal`. */
export { forgetCards } from './forget-cards.ts'
export { closeAccount } from './internal/close-account.ts'
export { endMembership } from './internal/end-membership.ts'
export { goingOn, loadStanding } from './internal/load-standing.ts'
