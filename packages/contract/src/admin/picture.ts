import { z } from 'zod'
import type { AdminEndpoints } from './endpoint.ts'
import { fileUploadBody } from './upload.ts'

const MAX_MEGABYTES = 20
const MAX_OF_LOGO = 2

/** `url`: a small version for preview. */
const Uploaded = z.object({
  path: z.string(),
  url: z.string(),
  width: z.int().meta({ title: '幅' }),
  height: z.int().meta({ title: '高さ' }),
})

export const pictureAdminEndpoints = {
  'POST /admin/v1/pictures': {
    summary: '写真をアップロードする',
    permission: 'catalogue.write',
    upload: MAX_MEGABYTES * 1024 * 1024,
    body: fileUploadBody,
    response: Uploaded,
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /admin/v1/logos': {
    summary: 'ロゴをアップロードする',
    permission: 'setting.write',
    upload: MAX_OF_LOGO * 1024 * 1024,
    body: fileUploadBody,
    response: Uploaded,
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies AdminEndpoints
