/** What other features use of `picture`. */
export { useUploaded } from './use-uploaded.ts'
