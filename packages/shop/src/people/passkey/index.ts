/** What other features use of `passkey`. */

export { forgetPasskeys } from './passkeys.ts'
