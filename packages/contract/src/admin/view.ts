import { z } from 'zod'
import { idParam, listOf } from '../endpoint.ts'
import type { AdminEndpoints } from './endpoint.ts'

/** 保存した表示: filters and order of a list, saved under a name for oneself or for all operators. */
export const SavedView = z.object({
  id: z.int(),
  view_name: z.string(),
  /** The query string of the URL, without `?`. */
  query: z.string(),
  is_shared: z.boolean(),
  is_own: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

const list = z.string().regex(/^[a-z-]{1,40}$/)

export const viewAdminEndpoints = {
  'GET /admin/v1/views/{list}': {
    summary: '保存した表示',
    permission: 'signed-in',
    params: z.object({ list }),
    response: listOf(SavedView),
  },
  'POST /admin/v1/views/{list}': {
    summary: '表示を保存する',
    permission: 'signed-in',
    params: z.object({ list }),
    body: z.object({
      view_name: z.string().trim().min(1).max(40).meta({ title: '表示の名前' }),
      query: z.string().max(1000),
      is_shared: z.boolean().default(false).meta({ title: '全員で使う' }),
    }),
    response: SavedView,
    errors: ['ERROR_TOO_MANY_VIEWS'],
  },
  'DELETE /admin/v1/views/{list}/{id}': {
    summary: '保存した表示を削除する',
    permission: 'signed-in',
    params: z.object({ list, id: idParam }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
