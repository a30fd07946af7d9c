import { z } from 'zod'
import type { AdminEndpoints } from './endpoint.ts'
import { upload } from './upload.ts'

const MOST_MEGABYTES = 20

export const picture = {
  'POST /admin/v1/pictures': {
    summary: '写真をアップロードする',
    permission: 'catalogue.write',
    upload: MOST_MEGABYTES * 1024 * 1024,
    body: upload,
    /** `url`: a small file of it, to be looked at. */
    response: z.object({ path: z.string(), url: z.string(), width: z.int(), height: z.int() }),
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies AdminEndpoints
