import { POINT_ENTRY_KIND_NAME } from '@kushi/values/points'
import { z } from 'zod'
import { type Endpoints, isoDate, pageOf, pageQuery } from './endpoint.ts'
import { oneOf } from './one-of.ts'

/** An entry in a member's points (ポイント). One point is one yen. */
export const PointEntry = z.object({
  id: z.int(),
  point_kind: oneOf(POINT_ENTRY_KIND_NAME).meta({
    title: 'ポイントの記録の種類',
    description:
      '`grant` for an order, `use` in one, `return` of what one used, `revoke` of what one gave, `adjust` by the shop, `expire`, `refer` for a friend who came, `unrefer` when their order was returned.',
  }),
  points: z
    .int()
    .meta({ common: true, title: 'ポイント', description: 'ポイント; negative: the member has so many less.' }),
  order_no: z.string().nullable(),
  created_at: z.string(),
})
export type PointEntry = z.infer<typeof PointEntry>

export const pointBalanceShape = {
  balance: z.int().meta({ title: 'ポイントの残高' }),
  points_until: isoDate.nullable().meta({
    title: 'ポイントの有効期限',
    description: 'The last day on which the points are good; null: there are none.',
  }),
}

/** Points that an order will give. */
export const PendingPoints = z.object({
  order_no: z.string(),
  points: z.int(),
  due_on: isoDate.nullable().meta({
    description: 'The day on which they are granted; null: not delivered yet, or of a 年払い more is to come.',
  }),
})

export const Referral = z.object({
  referral_code: z
    .string()
    .nullable()
    .meta({ title: '紹介リンクのコード', description: 'For `?coupon=`; null: not made yet.' }),
  is_open: z.boolean().meta({ description: 'false: the shop takes no introductions now.' }),
  may_refer: z.boolean().meta({ description: 'false: nothing was delivered to the member yet.' }),
  friends: z
    .int()
    .meta({ title: 'ご紹介で来た方の数', description: 'Friends who ordered, without those who cancelled.' }),
  coming: z.int().meta({ title: '紹介の付与の予定', description: 'Points that are not granted yet.' }),
  granted: z
    .int()
    .meta({ title: '紹介で付与したポイント', description: 'Points that were granted and not taken back.' }),
  referral_terms: z
    .array(z.string())
    .meta({ title: 'ご紹介のきまり', description: 'Ready to show; none while it is not open.' }),
})
export type Referral = z.infer<typeof Referral>

export const pointEndpoints = {
  'GET /v1/referral': { summary: 'お友だち紹介', auth: 'member', response: Referral },
  'POST /v1/referral': {
    summary: '紹介リンクを作る',
    auth: 'member',
    response: Referral,
    errors: ['ERROR_REFERRAL_REFUSED'],
  },
  'GET /v1/points': {
    summary: 'ポイントの残高、付与の予定、記録',
    auth: 'member',
    query: z.object(pageQuery),
    response: pageOf(PointEntry).extend({
      is_used: z.boolean().meta({ description: 'false: the shop gives and takes no points.' }),
      ...pointBalanceShape,
      pending: z.array(PendingPoints).meta({ description: 'Orders whose points are still to be granted.' }),
      point_terms: z.array(z.string()).meta({ description: 'ポイントのきまり, ready to show.' }),
    }),
  },
} as const satisfies Endpoints
