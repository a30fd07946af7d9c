import { CART_TYPE } from '@kushi/values/cart'
import * as rule from '@kushi/values/field-rule'
import { OFFER_PLACE_NAME, POST_PURCHASE_OFFER_MINUTES_RANGE } from '@kushi/values/order-offer'
import { z } from 'zod'
import { idParam, listOf } from '../endpoint.ts'
import { titleField } from '../form/field.ts'
import { landingPageFields } from '../landing-page.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { checkOpenPeriod, fieldIssue, openPeriodFields, versionField } from './setting-field.ts'

const sku = (message: string) => z.int(message).positive(message).max(2_147_483_647)

const Plain = z.object({
  offer_place: oneOf(OFFER_PLACE_NAME).meta({ title: '出す場所' }),
  title: markCustomerFacing(titleField(rule.required('題名'), rule.maxLength('題名', 40))),
  text: markCustomerFacing(z.string().trim().max(200, '200文字までです。')).meta({ title: '文章' }),
  visible: z.boolean(),
  ...openPeriodFields,
  sort_no: z
    .int('並び順を入力してください。')
    .min(1, '1以上を入力してください。')
    .max(999, '999までです。')
    .meta({ title: '並び順' }),
  cart_type: landingPageFields.cart_type,
  product_sku_id: sku('商品を選んでください。'),
  quantity: z.int('数量を入力してください。').min(1, '1以上を入力してください。').max(99, '99までです。'),
  for_sku_ids: z.array(sku('商品を選んでください。')).max(50, '50件までです。').meta({
    title: '対象の商品',
    description: 'Ids of SKUs. Beside and after: one of them is in the order; empty: any order.',
  }),
  landing_slug: z.string().max(60).meta({ title: '申し込みページ', description: 'Empty: everywhere.' }),
  take_within_minutes: z
    .int('時間を分で入力してください。')
    .min(POST_PURCHASE_OFFER_MINUTES_RANGE.min, `${POST_PURCHASE_OFFER_MINUTES_RANGE.min}分以上を入力してください。`)
    .max(POST_PURCHASE_OFFER_MINUTES_RANGE.max, `${POST_PURCHASE_OFFER_MINUTES_RANGE.max}分までです。`)
    .nullable()
    .default(null)
    .meta({
      title: '追加できる時間(分)',
      description: 'After: minutes from the order for which it can be taken; null: of another place.',
    }),
})

const isOffer = ({ value, issues }: z.core.ParsePayload<z.infer<typeof Plain>>) => {
  checkOpenPeriod({ value, issues })
  if (value.offer_place === 'instead' && value.for_sku_ids.length === 0)
    issues.push(fieldIssue(['for_sku_ids'], 'どの商品の代わりにご案内するかを選んでください。', value))
  if (value.offer_place !== 'instead' && value.for_sku_ids.includes(value.product_sku_id))
    issues.push(fieldIssue(['for_sku_ids'], 'ご案内する商品とは別の商品を選んでください。', value))
  if (value.offer_place === 'after' && value.take_within_minutes === null)
    issues.push(fieldIssue(['take_within_minutes'], '時間を分で入力してください。', value))
  if (value.offer_place !== 'after' && value.take_within_minutes !== null)
    issues.push(fieldIssue(['take_within_minutes'], '注文のあとに追加するご案内だけのものです。', value))
  if (value.offer_place === 'after' && value.cart_type !== CART_TYPE.normal)
    issues.push(fieldIssue(['cart_type'], '注文のあとには、1回ずつの商品だけをご案内できます。', value))
}
export const OrderOfferInput = Plain.check(isOffer)
export type OrderOfferInput = z.infer<typeof OrderOfferInput>

const OrderOfferEdit = z.object({ ...Plain.shape, id: z.int(), version: versionField })
export type OrderOfferEdit = z.infer<typeof OrderOfferEdit>
const params = z.object({ id: idParam })

export const orderOfferAdminEndpoints = {
  'GET /admin/v1/order-offers': {
    summary: '注文のときのご案内の一覧',
    permission: 'content.read',
    response: listOf(
      z.object({
        ...Plain.omit({ text: true, for_sku_ids: true }).shape,
        id: z.int(),
        goods: z.string().meta({ description: 'Its goods, ready to show; empty: they are gone.' }),
        is_orderable: z.boolean().meta({ description: 'Its goods are on sale and in stock.' }),
        shown: z.int().meta({ description: 'Orders of the last 30 days whose form or completion page showed it.' }),
        taken: z.int().meta({ description: 'Of those, in how many it was taken.' }),
        taken_yen: z.int().meta({ description: 'What their first deliveries cost more by it, yen.' }),
      }),
    ),
  },
  'GET /admin/v1/order-offers/{id}': {
    summary: '注文のときのご案内',
    permission: 'content.read',
    params,
    response: OrderOfferEdit,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/order-offers': {
    summary: '注文のときのご案内を加える',
    permission: 'content.write',
    body: OrderOfferInput,
    response: z.object({ id: z.int() }),
    errors: ['ERROR_TOO_MANY'],
  },
  'PUT /admin/v1/order-offers/{id}': {
    summary: '注文のときのご案内を変える',
    permission: 'content.write',
    params,
    body: Plain.extend({ version: versionField }).check(isOffer),
    response: OrderOfferEdit,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CHANGED_MEANWHILE'],
  },
  'DELETE /admin/v1/order-offers/{id}': {
    summary: '注文のときのご案内を削除する',
    permission: 'content.write',
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_EXPERIMENT_STATE'],
  },
} as const satisfies AdminEndpoints
