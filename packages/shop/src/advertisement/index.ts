/** What other features use of `advertisement`. */
export { noteNewFriend } from './internal/note-new-friend.ts'
