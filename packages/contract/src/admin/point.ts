import { formatPoints, MAX_POINT_ADJUSTMENT } from '@kushi/values/points'
import { z } from 'zod'
import { idParam, isoDate } from '../endpoint.ts'
import { PendingPoints, PointEntry, pointBalanceShape } from '../point.ts'
import { csvEncoding, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'

/** ポイント of a member, the newest rows first. */
export const MemberPoints = z.object({
  ...pointBalanceShape,
  pending: z.array(PendingPoints),
  entries: z.array(
    PointEntry.extend({
      order_id: z.int().nullable(),
      reason: z.string().meta({ description: 'Of an adjustment or a loss, for operators.' }),
    }),
  ),
})
export type MemberPoints = z.infer<typeof MemberPoints>

/** お友だち紹介: the members who introduced somebody. */
export const IntroducingMembers = z.object({
  items: z
    .array(
      z.object({
        customer_id: z.int(),
        name: z.string(),
        friends: z.int().meta({ description: 'First orders by the member’s links that were not cancelled.' }),
        kept: z.int().meta({ description: 'How many of them were delivered and did not come back.' }),
        granted: z.int().meta({ description: 'ポイント that the member got and kept for them.' }),
        coming: z.int().meta({ description: 'ポイント that they will give.' }),
        last_at: z.iso.datetime().meta({ description: 'When the newest of them was placed.' }),
      }),
    )
    .meta({ description: 'The most friends first; at most 500.' }),
  is_cut: z.boolean().meta({ description: 'There are more members than shown.' }),
})
export type IntroducingMembers = z.infer<typeof IntroducingMembers>

const MOST = `一度に${formatPoints(MAX_POINT_ADJUSTMENT)}までで入力してください。`
const PointAdjustment = z.object({
  points: z
    .int({ error: '増やすか減らすポイントを、整数で入力してください。' })
    .min(-MAX_POINT_ADJUSTMENT, { error: MOST })
    .max(MAX_POINT_ADJUSTMENT, { error: MOST })
    .refine((points) => points !== 0, { error: '増やすか減らすポイントを入力してください。' }),
  reason: z.string().trim().min(1, '理由を入力してください。').max(200, '200文字までで入力してください。'),
  balance: z.int().meta({ description: 'As it was read: a change meanwhile is refused.' }),
})

export const pointAdminEndpoints = {
  'GET /admin/v1/introducers': {
    summary: 'お友だち紹介をした会員',
    permission: 'customer.read',
    response: IntroducingMembers,
  },
  'GET /admin/v1/points': {
    summary: 'ポイントの残高の合計',
    permission: 'setting.read',
    response: z.object({
      outstanding: z.int().meta({ description: 'ポイント that members have, together.' }),
      members: z.int().meta({ description: 'How many have any.' }),
      pending: z.int().meta({ description: 'ポイント that orders will give.' }),
    }),
  },
  'POST /admin/v1/points/export': {
    summary: 'ポイントの記録をCSVで出力する',
    permission: 'export.personal',
    body: z.object({ from: isoDate, to: isoDate, encoding: csvEncoding }),
    file: 'text/csv',
    response: FileStream,
  },
  'GET /admin/v1/customers/{id}/points': {
    summary: '会員のポイント',
    permission: 'customer.read',
    params: z.object({ id: idParam }),
    response: MemberPoints,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/customers/{id}/points': {
    summary: '会員のポイントを調整する',
    permission: 'payment.write',
    params: z.object({ id: idParam }),
    body: PointAdjustment,
    response: MemberPoints,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CHANGED_MEANWHILE'],
  },
} as const satisfies AdminEndpoints
