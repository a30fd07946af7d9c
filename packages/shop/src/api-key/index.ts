/** What other features use of `api-key`. */
export { keysOfOperators, revokeKeysOf } from './keys-of-operator.ts'
export { noteKeyWritten } from './note-written.ts'
