import { WATCH_EFFECT_NAME } from '@kushi/values/person'
import { z } from 'zod'
import { idParam, isoDate } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { markPersonalData } from '../personal.ts'
import type { AdminEndpoints } from './endpoint.ts'

const watch_effect = oneOf(WATCH_EFFECT_NAME).meta({
  title: '注意リストの対応',
  description:
    'What happens to orders of the person: `hold` before shipping, `no_credit` no 後払い or 代引, `no_offers` no promotion or 初回価格, `refuse`.',
})
const expires_on = isoDate.meta({ title: '期限', description: 'The last day on which it holds.' })
const is_over = z.boolean().meta({ description: '`expires_on` is over: it has no watch_effect any more.' })
const created_at = z.iso.datetime()

const Entry = z.object({
  watch_effect,
  reason: z.string().meta({ description: 'Why, for operators only; masked for roles that do not see personal data.' }),
  expires_on,
  is_over,
  created_at,
})

/** 注意リスト */
export const WatchList = z.object({
  items: z.array(
    z.object({
      customer_id: z.int(),
      name: z.string(),
      ...Entry.shape,
      author: z.string().meta({ description: 'The operator who wrote it; empty: on the command line.' }),
    }),
  ),
  proposals: z
    .array(
      z.object({
        customer_id: z.int(),
        name: z.string(),
        returned: z.int().meta({ description: 'Orders by 代引 or 後払い that came back, in 180 days.' }),
        refused: z.int().meta({ description: 'Orders whose 後払い was refused, in 180 days.' }),
      }),
    )
    .meta({ description: 'Members whom an event proposes; only an operator makes an entry.' }),
})
export type WatchList = z.infer<typeof WatchList>

export const WatchForm = z.object({
  watch_effect,
  reason: markPersonalData(
    'text',
    z
      .string()
      .trim()
      .min(1, '理由を入力してください。')
      .max(500, '500文字までで入力してください。')
      .meta({ description: 'Why, for operators only.' }),
  ),
  expires_on,
})
export type WatchForm = z.infer<typeof WatchForm>

const params = z.object({ id: idParam })

export const watchAdminEndpoints = {
  'GET /admin/v1/watch-entries': { summary: '注意リスト', permission: 'customer.read', response: WatchList },
  'GET /admin/v1/customers/{id}/watch': {
    summary: '会員の注意リストの内容',
    permission: 'customer.read',
    params,
    response: z.object({ entry: Entry.nullable().meta({ description: 'null: the member is not on the list.' }) }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'PUT /admin/v1/customers/{id}/watch': {
    summary: '会員を注意リストに載せる',
    permission: 'customer.write',
    params,
    body: WatchForm,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /admin/v1/customers/{id}/watch': {
    summary: '会員を注意リストから外す',
    permission: 'customer.write',
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
