import * as rule from '@kushi/values/field-rule'
import { FORM_PART_NAME } from '@kushi/values/form-part'
import { z } from 'zod'
import { blockUnion } from '../block.ts'
import { idParam, listOf } from '../endpoint.ts'
import { titleField } from '../form/field.ts'
import { landingPageFields } from '../landing-page.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { withCheckedPlaceholders } from './promising.ts'
import { checkOpenPeriod, fieldIssue, openPeriodFields, versionField } from './setting-field.ts'
import { slugField } from './story.ts'

const visible = { visible: z.boolean() }

const fields = {
  ...landingPageFields,
  slug: slugField,
  title: markCustomerFacing(titleField(rule.required('題名'), rule.maxLength('題名', 60))),
  ...visible,
  ...openPeriodFields,
  successor: z
    .string()
    .trim()
    .max(200, '200文字までです。')
    .regex(/^($|\/(?!\/|sh(\/|$)))/, '「/」で始まる、このお店のページを、/sh を付けずに入力してください。')
    .meta({ title: '受付のあとの行き先' }),
  promotion_id: z.int().positive().nullable().default(null).meta({
    title: '特典',
    description: 'Of its orders: one whose trigger is `landing_page`. null: none.',
  }),
  adcd: z.string().regex(/^[\w-]{0,64}$/, 'コードは半角の英数字・「-」「_」で、64文字までで入力してください。'),
  thanks: markCustomerFacing(withCheckedPlaceholders(z.string().trim().max(1_000, '1,000文字までです。'))).meta({
    title: '完了ページの文章',
  }),
}

const isPage = ({ value, issues }: z.core.ParsePayload<z.infer<typeof Plain>>) => {
  checkOpenPeriod({ value, issues })
  if (value.items.length === 0) issues.push(fieldIssue(['items'], '商品を選んでください。', value))
  if (new Set(value.items.map(({ product_sku_id }) => product_sku_id)).size < value.items.length)
    issues.push(fieldIssue(['items'], '同じ商品は一つの行にまとめてください。', value))
  if ((value.cart_type === 1) !== value.intervals.length > 0)
    issues.push(fieldIssue(['intervals'], '定期便のページだけ、お届け間隔を一つ以上選んでください。', value))
  checkFormBlock({ value, issues })
}
export const landingBlocks = z
  .array(blockUnion('landing_page', visible))
  .max(30, '30個までです。')
  .meta({ title: '部品' })
interface PageBlocks {
  visible: boolean
  blocks: z.infer<typeof landingBlocks>
}
export function checkFormBlock({ value, issues }: Pick<z.core.ParsePayload<PageBlocks>, 'value' | 'issues'>): void {
  if (value.blocks.filter(({ kind }) => kind === 'form').length !== 1)
    issues.push(fieldIssue(['blocks'], '「お申し込み」を一つだけ並べてください。', value))
  else if (value.visible && !value.blocks.some((block) => block.kind === 'form' && block.visible))
    issues.push(fieldIssue(['blocks'], '公開するページでは、「お申し込み」を表示してください。', value))
}
const Plain = z.object({ ...fields, blocks: landingBlocks })
export const LandingPageInput = Plain.check(isPage)
export type LandingPageInput = z.infer<typeof LandingPageInput>

const looked = { image_url: z.string().nullable() }
const LandingPageEdit = z.object({
  ...fields,
  id: z.int(),
  blocks: z.array(blockUnion('landing_page', { ...visible, ...looked })),
  is_compared: z.boolean().meta({ description: 'Its パターン are compared, so that its 部品 can’t be changed.' }),
  version: versionField,
})
export type LandingPageEdit = z.infer<typeof LandingPageEdit>
const params = z.object({ id: idParam })

const people = z.int().nonnegative()
/** フォームの集計 of a 申し込みページ. */
export const FormFigures = z.object({
  title: z.string(),
  days: z.int().meta({ description: 'The last days, today included.' }),
  shown: people.meta({ description: 'Visits in which the form was there.' }),
  begun: people.meta({ description: 'Those in which a field was entered.' }),
  confirmed: people.meta({ description: 'Those that came to the confirmation.' }),
  orders: people.meta({ description: 'Placed on the page.' }),
  form_parts: z.array(
    z.object({
      form_part: oneOf(FORM_PART_NAME),
      reached: people.meta({ description: 'Visits that came into its fields.' }),
      entered: people,
      refused: people.meta({ description: 'Visits in which an error stood beside one of its fields.' }),
      left_here: people.meta({ description: 'Visits that ended here, without the confirmation.' }),
      seconds: z.number().meta({ description: 'In its fields, on average of those who reached it.' }),
    }),
  ),
})
export type FormFigures = z.infer<typeof FormFigures>

export const landingPageAdminEndpoints = {
  'GET /admin/v1/landing-pages': {
    summary: '申し込みページの一覧',
    permission: 'content.read',
    response: listOf(
      z.object({
        id: z.int(),
        slug: z.string(),
        title: z.string(),
        ...visible,
        opens_at: z.string().nullable(),
        closes_at: z.string().nullable(),
        visits: z.int().meta({ description: 'From adverts, in the last seven days.' }),
        orders: z.int().meta({ description: 'Placed on it, in the last seven days.' }),
        is_orderable: z.boolean().meta({ description: 'Its goods are on sale and in stock.' }),
        is_promotion_over: z.boolean().meta({ description: 'Its own promotion is not running.' }),
      }),
    ),
  },
  'GET /admin/v1/landing-pages/promotions': {
    summary: '申し込みページに選べる特典',
    permission: 'content.read',
    response: listOf(z.object({ id: z.int(), promotion_name: z.string() })),
  },
  'GET /admin/v1/landing-pages/{id}': {
    summary: '申し込みページ',
    permission: 'content.read',
    params,
    response: LandingPageEdit,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/landing-pages': {
    summary: '申し込みページを加える',
    permission: 'content.write',
    body: LandingPageInput,
    response: z.object({ id: z.int() }),
    errors: ['ERROR_TOO_MANY'],
  },
  'PUT /admin/v1/landing-pages/{id}': {
    summary: '申し込みページを変える',
    permission: 'content.write',
    params,
    body: Plain.extend({ version: versionField }).check(isPage),
    response: LandingPageEdit,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CHANGED_MEANWHILE'],
  },
  'POST /admin/v1/landing-pages/{id}/preview': {
    summary: '申し込みページの下見のURL(15分間)',
    permission: 'content.read',
    trail: false,
    params,
    response: z.object({ url: z.string() }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/landing-pages/{id}/form-figures': {
    summary: '申し込みページのフォームの集計',
    permission: 'content.read',
    params,
    response: FormFigures,
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /admin/v1/landing-pages/{id}': {
    summary: '申し込みページを削除する',
    permission: 'content.write',
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_EXPERIMENT_STATE'],
  },
} as const satisfies AdminEndpoints
