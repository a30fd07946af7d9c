/** The exports of `operator` for other features. */
export { activeRoleCondition, activeSessionCondition } from './find-operator.ts'
