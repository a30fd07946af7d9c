/** What other features use of `password`. */
export { passwordFailures } from './internal/password-failures.ts'
