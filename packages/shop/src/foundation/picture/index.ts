/** What other features use of `picture`. */
export { makeOfPicture } from './internal/make-of-picture.ts'
export { useUploaded } from './use-uploaded.ts'
