/** The exports of `picture` for other features. */

export { claimUploads } from './claim-uploads.ts'
export { convertPicture } from './internal/convert-picture.ts'
