/** What other features use of `operator`. */
export { isLiving, workingRole } from './find-operator.ts'
