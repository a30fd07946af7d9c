/** The exports of `passkey` for other features. */

export { deleteMemberPasskeys } from './passkeys.ts'
