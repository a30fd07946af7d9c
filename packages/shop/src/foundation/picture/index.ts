/** What other features use of `picture`. */

export { claimUploads } from './claim-uploads.ts'
export { convertPicture } from './internal/convert-picture.ts'
