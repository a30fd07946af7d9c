/** What other features use of `operator`. */
export { workingRole } from './find-operator.ts'
