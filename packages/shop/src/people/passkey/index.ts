/** What other features use of `passkey`. */

export { deleteMemberPasskeys } from './passkeys.ts'
