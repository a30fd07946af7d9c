import { z } from 'zod'
import { id, listOf } from '../endpoint.ts'
import type { AdminEndpoints } from './endpoint.ts'

/** An event that an extension failed to handle after all attempts. */
export const ExtensionNote = z.object({
  id: z.int(),
  extension: z.string(),
  event: z.string(),
  last_error: z.string().nullable(),
  happened_at: z.iso.datetime(),
  failed_at: z.iso.datetime(),
})
export type ExtensionNote = z.infer<typeof ExtensionNote>

const manage = { permission: 'account.manage' } as const

export const extension = {
  'GET /admin/v1/setting/extension-notes': {
    summary: '拡張機能が受け取れなかった出来事',
    ...manage,
    /** The newest 100. */
    response: listOf(ExtensionNote),
  },
  'POST /admin/v1/setting/extension-notes/{id}/retry': {
    summary: '拡張機能へもう一度伝える',
    ...manage,
    params: z.object({ id }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
