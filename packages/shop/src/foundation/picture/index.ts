/** What other features use of `picture`. */

export { claimUploads } from './claim-uploads.ts'
export { makeOfPicture } from './internal/make-of-picture.ts'
