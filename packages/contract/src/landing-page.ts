import { DELIVERY_INTERVAL_NAME } from '@kushi/values/delivery-pattern'
import { FORM_PART_NAME, FORM_PARTS, MAX_FORM_SECONDS } from '@kushi/values/form-part'
import { PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { z } from 'zod'
import { blockUnion } from './block.ts'
import { type Endpoints, idParam, slugParam } from './endpoint.ts'
import { oneOf } from './one-of.ts'
import { paymentMethodId } from './order.ts'

export const landingPageFields = {
  cart_type: z.literal([0, 1]).meta({ title: '買いかた', description: '0 bought once, 1 定期便.' }),
  intervals: z
    .array(oneOf(DELIVERY_INTERVAL_NAME))
    .max(6)
    .meta({ title: 'お届け間隔', description: 'Those that the page offers: the kind of pattern, and its `param1`.' }),
  payment_method_ids: z
    .array(paymentMethodId)
    .max(PAYMENT_METHOD_IDS.length)
    .meta({ title: 'お支払い方法', description: 'Those that the page takes; empty: those of the shop.' }),
  items: z.array(
    z.object({
      product_sku_id: z.int('商品を選んでください。').positive(),
      quantity: z
        .int('数量を入力してください。')
        .min(1, '1以上を入力してください。')
        .max(99, '99までです。')
        .meta({ description: 'Pieces.' }),
    }),
  ),
}

/** 申し込みページ as visitors see it. */
export const LandingPage = z.object({
  ...landingPageFields,
  slug: z.string(),
  title: z.string(),
  /** Of an order whose visitor brought none; empty: none. */
  adcd: z.string(),
  thanks: z.string().meta({ description: 'Its words on the completion page.' }),
  closes_at: z.string().nullable().meta({ description: 'When it closes; null: never.' }),
  leads_to: z
    .string()
    .nullable()
    .meta({ description: 'It is closed: the path of the shop to which it leads. null: it is open.' }),
  is_preview: z.boolean(),
  variant: z
    .object({ experiment_id: z.int(), arm: z.int() })
    .nullable()
    .meta({ description: 'What this browser was assigned to by chance; null: nothing is compared.' }),
  blocks: z.array(blockUnion('landing_page', {})).meta({ description: '部品 of the page, in their order.' }),
})
export type LandingPage = z.infer<typeof LandingPage>

const seconds = z.int().min(0).max(MAX_FORM_SECONDS)
const isOfEachPartOne = (parts: readonly { form_part: string }[]) =>
  new Set(parts.map(({ form_part }) => form_part)).size === parts.length

export const landingPageEndpoints = {
  'GET /v1/landing-page/{slug}': {
    summary: '申し込みページ',
    auth: 'none',
    params: z.object({ slug: slugParam }),
    query: z.object({
      preview: z.string().max(300).optional(),
      variant: idParam.optional().meta({ description: 'In a preview: another content of the page.' }),
    }),
    response: LandingPage,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/landing-page/{slug}/visitor': {
    summary: '申し込みページのパターンを見た(誰かは残さない)',
    auth: 'none',
    params: z.object({ slug: slugParam }),
    body: z.object({
      experiment_id: z.int().positive().meta({ description: 'As the page said.' }),
      arm: z.int().min(0).max(9).meta({ description: 'As the page said.' }),
    }),
    response: z.object({}),
  },
  'POST /v1/landing-page/{slug}/form-visit': {
    summary: '申し込みページのフォームの集計(入力の内容と、誰かは残さない)',
    auth: 'none',
    params: z.object({ slug: slugParam }),
    body: z.object({
      is_confirmed: z.boolean().meta({ description: 'It led to the confirmation.' }),
      left_at: oneOf(FORM_PART_NAME)
        .nullable()
        .meta({ description: 'The part in which the visitor was last; null: in none.' }),
      seconds: seconds.meta({ description: 'From the first field on.' }),
      form_parts: z
        .array(
          z.object({
            form_part: oneOf(FORM_PART_NAME).meta({ description: 'A part of the order form, each once.' }),
            seconds: seconds.meta({ description: 'In its fields.' }),
            is_entered: z.boolean().meta({ description: 'Something was entered there.' }),
            is_refused: z.boolean().meta({ description: 'An error stood beside one of its fields.' }),
          }),
        )
        .max(FORM_PARTS.length)
        .refine(isOfEachPartOne)
        .meta({ description: 'Those that the visitor was in.' }),
    }),
    response: z.object({}),
  },
} as const satisfies Endpoints
