/** What other features use of `operator`. */
export { activeRoleCondition, activeSessionCondition } from './find-operator.ts'
