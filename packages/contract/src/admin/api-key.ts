import { z } from 'zod'
import { idParam, listOf } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { KEY_PERMISSIONS, PERMISSION_NAME } from './permission.ts'

const moment = z.iso.datetime().nullable()

/** APIキー, without the key itself. */
export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  /** The first characters of the key. */
  prefix: z.string(),
  permissions: z.array(oneOf(PERMISSION_NAME)),
  operator_name: z.string(),
  expires_at: moment,
  revoked_at: moment,
  last_used_at: moment,
  created_at: z.iso.datetime(),
})
export type ApiKey = z.infer<typeof ApiKey>

const manage = { permission: 'operator.manage' } as const

export const apiKeyAdminEndpoints = {
  'GET /admin/v1/setting/api-keys': { summary: 'APIキー', ...manage, response: listOf(ApiKey) },
  'POST /admin/v1/setting/api-keys': {
    summary: 'APIキーを作る',
    ...manage,
    confirm: true,
    body: z.object({
      name: z.string().trim().min(1, '名前を入力してください。').max(40, '40文字までで入力してください。'),
      permissions: z
        .array(oneOf(PERMISSION_NAME))
        .min(1, 'できることを、ひとつ以上選んでください。')
        .max(KEY_PERMISSIONS.length)
        .meta({ title: '権限' }),
      /** Days for which it is valid; null: until it is revoked. */
      days: z.int().min(1).max(3_650).nullable().meta({ title: '日数' }),
    }),
    response: z.object({ key: ApiKey, secret: z.string() }),
    errors: ['ERROR_TOO_MANY_API_KEYS'],
  },
  'POST /admin/v1/setting/api-keys/{id}/revoke': {
    summary: 'APIキーを無効にする',
    ...manage,
    params: z.object({ id: idParam }),
    response: ApiKey,
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
