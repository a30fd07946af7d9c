/** What other features use of `operator`. */
export { activeRole, isActiveSession } from './find-operator.ts'
