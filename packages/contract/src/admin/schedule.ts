import * as rule from '@kushi/values/field-rule'
import { MAX_YEN } from '@kushi/values/limits'
import { SCHEDULE_KIND_NAME, SCHEDULE_STATE_NAME } from '@kushi/values/schedule'
import { z } from 'zod'
import { idParam, isoDate, listOf, yen } from '../endpoint.ts'
import { optionalTitleField, titleField } from '../form/field.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import { contentNames } from './content.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { withCheckedPlaceholders } from './promising.ts'
import { PromotionChange } from './promotion.ts'
import { wholeNumberField } from './setting-field.ts'

/** 予定: a change that begins, and may end, at a moment. */
export const ScheduledChange = z.object({
  id: z.int(),
  kind: oneOf(SCHEDULE_KIND_NAME).meta({ title: '種類' }),
  subject_id: z.string(),
  subject_name: z.string(),
  /** The changes, in words, one row per value. */
  facts: z.array(z.string()),
  starts_at: z.iso.datetime().meta({ title: '始まり' }),
  /** null: the change is permanent. For 休業日: the midnight after the last day. */
  ends_at: z.iso.datetime().nullable().meta({ title: '終わり' }),
  state: oneOf(SCHEDULE_STATE_NAME).meta({ title: '状態' }),
  problem: z.string().nullable(),
  operator_name: z.string(),
})
export type ScheduledChange = z.infer<typeof ScheduledChange>

const moment = z.iso.datetime({ offset: true, error: '日時を選び直してください。' })
const period = { starts_at: moment, ends_at: moment.nullable() }
const ofProduct = { subject_id: z.string().regex(/^\d{1,15}$/, '商品を選択してください。') }
const price = wholeNumberField('価格', 0, MAX_YEN)

/** A new 予定, by kind. Times carry an offset; the admin screens send Japan time. */
export const NewScheduledChange = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('price'),
      ...ofProduct,
      ...period,
      after: z.object({
        skus: z
          .array(
            z.object({
              id: z.int(),
              price,
              subscription_first_price: price.nullable(),
              subscription_price: price.nullable(),
            }),
          )
          .max(100),
      }),
    }),
    z.object({
      kind: z.literal('tax_rate'),
      ...ofProduct,
      ...period,
      after: z.object({ tax_rate: z.literal([8, 10], '8%か10%を選択してください。') }),
    }),
    z.object({ kind: z.literal('visibility'), ...ofProduct, ...period, after: z.object({ visible: z.boolean() }) }),
    z.object({
      kind: z.literal('content'),
      /** `banner/0`: name and layout. */
      subject_id: z.string().regex(new RegExp(`^(${contentNames.join('|')})/\\d{1,2}$`), '文章を選択してください。'),
      ...period,
      after: z.object({
        title: markCustomerFacing(titleField(rule.required('題名'), rule.maxLength('題名', 60))),
        html: markCustomerFacing(
          withCheckedPlaceholders(z.string().max(200_000, { error: '文章は20万文字までです。' })).meta({
            title: '文章',
          }),
        ),
      }),
    }),
    z.object({
      kind: z.literal('promotion'),
      subject_id: z.string().regex(/^\d{1,15}$/, '特典・クーポンを選択してください。'),
      ...period,
      after: PromotionChange,
    }),
    z.object({
      kind: z.literal('delivery_fee'),
      subject_id: z.string().regex(/^\d{1,15}$/, '配送方法を選択してください。'),
      ...period,
      after: z.object({
        flat_rate_delivery_fee: wholeNumberField('送料', 0, MAX_YEN),
        island_surcharge: wholeNumberField('離島の追加料金', 0, MAX_YEN),
        cool_fee: wholeNumberField('クール代', 0, MAX_YEN).optional(),
      }),
    }),
    z.object({
      kind: z.literal('free_amount'),
      subject_id: z.literal(''),
      ...period,
      after: z.object({
        delivery_free_amount: wholeNumberField('送料無料になる金額', 0, MAX_YEN)
          .nullable()
          .meta({ title: '送料無料の金額' }),
      }),
    }),
    z.object({
      kind: z.literal('closing'),
      subject_id: z.literal(''),
      ...period,
      after: z.object({ note: optionalTitleField(rule.maxLength('メモ', 60)) }),
    }),
  ])
  .meta({ values: SCHEDULE_KIND_NAME })
export type NewScheduledChange = z.infer<typeof NewScheduledChange>

/** The shop at a future moment, after all changes planned until then have begun: its figures, and a URL to view it. */
const ShopAsOf = z.object({
  products: z.array(
    z.object({
      id: z.int(),
      product_name: z.string(),
      price_min: yen.nullable(),
      price_max: yen.nullable(),
      subscription_price_min: yen.nullable(),
      /** Tax rates of its SKUs in percent; several if they differ. */
      tax_rates: z.array(z.int()),
    }),
  ),
  deliveries: z.array(z.object({ delivery_name: z.string(), flat_rate_delivery_fee: yen })),
  delivery_free_amount: yen.nullable(),
  /** 特典・クーポン that hold at that moment. */
  promotions: z.array(z.object({ promotion_name: z.string(), sentence: z.string() })),
  /** 予定 until then that can't be made, as things are, and why. */
  refused: z.array(ScheduledChange.pick({ id: true, kind: true, subject_name: true, problem: true })),
  banner: z.string(),
  /** 休業日 from that day on, when nothing is shipped; both days included. */
  closings: z.array(z.object({ from: isoDate, to: isoDate })),
  /** Opens the shop as of that moment, in any browser, for one hour at most. */
  url: z.string(),
})
export type ShopPreview = z.infer<typeof ShopAsOf>

export const scheduleAdminEndpoints = {
  'GET /admin/v1/schedule': {
    summary: '予定した変更の一覧',
    permission: 'setting.read',
    /** `over`: the changes that are done, taken back or failed, the newest 100. */
    query: z.object({ over: z.enum(['true', 'false']).optional() }),
    response: listOf(ScheduledChange),
  },
  'POST /admin/v1/schedule': {
    summary: '変更を予定する',
    permission: 'setting.write',
    body: NewScheduledChange,
    response: ScheduledChange,
    errors: ['ERROR_TOO_MANY'],
  },
  'POST /admin/v1/schedule/{id}/take-back': {
    summary: '予定を取り消す(始まっているものは、ここで終える)',
    permission: 'setting.write',
    params: z.object({ id: idParam }),
    response: ScheduledChange,
    errors: ['ERROR_NOT_FOUND', 'ERROR_SCHEDULE_OVER'],
  },
  'POST /admin/v1/schedule/preview': {
    summary: 'その日時のショップを見る(変更しない)',
    permission: 'setting.read',
    trail: false,
    body: z.object({ at: moment.meta({ title: '日時' }) }),
    response: ShopAsOf,
  },
} as const satisfies AdminEndpoints
