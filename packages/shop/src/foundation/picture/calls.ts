import type { AdminCallHandlers } from '../admin/index.ts'
import { uploadLogo, uploadPicture } from './upload-picture.ts'

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/pictures': uploadPicture,
  'POST /admin/v1/logos': uploadLogo,
} satisfies Partial<AdminCallHandlers>
