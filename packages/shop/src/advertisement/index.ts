/** What other features use of `advertisement`. */
export { noteNewFriend } from './internal/count-friend.ts'
