import { ARM_PERCENT, EXPERIMENT_WINDOW_DAYS, MAX_LANDING_VARIANTS } from '@kushi/values/experiment'
import { z } from 'zod'
import { blockUnion } from '../block.ts'
import { idParam, listOf } from '../endpoint.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { checkFormBlock, landingBlocks } from './landing-page.ts'
import { fieldIssue, versionField } from './setting-field.ts'

const variant_name = z
  .string()
  .trim()
  .min(1, 'パターンの名前を入力してください。')
  .max(30, '30文字までです。')
  .meta({ title: 'パターンの名前', description: 'Read by operators only.' })

const Plain = z.object({ variant_name, blocks: landingBlocks })
const isVariant = ({ value, issues }: z.core.ParsePayload<z.infer<typeof Plain>>) =>
  checkFormBlock({ value: { ...value, visible: true }, issues })
export const LandingVariantInput = Plain.check(isVariant)
export type LandingVariantInput = z.infer<typeof LandingVariantInput>

const LandingVariantEdit = z.object({
  id: z.int(),
  page_title: z.string().meta({ description: 'Title of the page.' }),
  variant_name: z.string(),
  blocks: z.array(blockUnion('landing_page', { visible: z.boolean(), image_url: z.string().nullable() })),
  is_compared: z.boolean(),
  version: versionField,
})
export type LandingVariantEdit = z.infer<typeof LandingVariantEdit>

const visitor_percent = z
  .int('割合を入力してください。')
  .min(ARM_PERCENT.min, `${ARM_PERCENT.min}%以上を入力してください。`)
  .max(ARM_PERCENT.max, `${ARM_PERCENT.max}%までです。`)
  .meta({ title: '割合(%)', description: 'Share of visitors who get it.' })
const compared_id = z.int().positive().nullable().meta({ description: 'null: the content of the page itself.' })

const PlainStart = z.object({
  arms: z
    .array(z.object({ variant_id: compared_id, visitor_percent }))
    .min(2, '比べるパターンを選んでください。')
    .max(MAX_LANDING_VARIANTS + 1)
    .meta({ title: '比べるパターン', description: 'The page itself, and variants of it. Together 100 %.' }),
  window_days: z
    .literal(EXPERIMENT_WINDOW_DAYS, { error: '比べるまでの日数を選んでください。' })
    .meta({ title: '比べるまでの日数' }),
})
export const PageExperimentStart = PlainStart.check(({ value, issues }) => {
  const ids = value.arms.map(({ variant_id }) => variant_id)
  if (!ids.includes(null) || new Set(ids).size < ids.length)
    issues.push(fieldIssue(['arms'], '「いまの内容」と、ほかのパターンを一つずつ選んでください。', value))
  if (value.arms.reduce((all, one) => all + one.visitor_percent, 0) !== 100)
    issues.push(fieldIssue(['arms'], '割合は、あわせて100%にしてください。', value))
})
export type PageExperimentStart = z.infer<typeof PageExperimentStart>

/**
 * The result of one measure per visitor, beside the page itself; null: too few outcomes, or the sizes of the groups do
 * not fit. 粗利 is for operators who see figures.
 */
const Compared = z
  .object({ mean: z.number(), base: z.number(), difference: z.number(), low: z.number(), high: z.number() })
  .nullable()
const count = z.int().nonnegative()

/** 申し込みページのパターンの比較. */
export const PageExperiment = z.object({
  title: z.string(),
  /** The running one, or the last; null: there was none. */
  latest: z
    .object({
      id: z.int(),
      window_days: z.int(),
      expected: z.int().meta({ description: 'Visitors at which a decision is expected.' }),
      started_at: z.string(),
      ended_at: z.string().nullable(),
      arms: z
        .array(
          z.object({
            variant_id: z.int().nullable(),
            name: z.string(),
            visitor_percent: z.int(),
            visitors: count.meta({ description: 'Browsers to which it was shown.' }),
            judged: count.meta({ description: 'Those of them whose days are over.' }),
            confirmed: count.meta({ description: 'First orders of those that left and did not come back.' }),
            second: count.meta({ description: 'Of these, 2回目のお届け that left and did not come back.' }),
            compared: z
              .object({ confirmed: Compared, second: Compared, yen: Compared, profit: Compared })
              .nullable()
              .meta({ description: 'Beside the page itself; null: it is the page itself.' }),
          }),
        )
        .meta({ description: 'The first is the page itself.' }),
      uncosted: count.meta({ description: 'Deliveries whose 原価 is not known: they are in no 粗利.' }),
      is_lopsided: z.boolean().meta({ description: 'The visitors differ from their shares by more than chance.' }),
      is_forgotten: z.boolean().meta({ description: 'Some visitors are forgotten by now: nothing is compared.' }),
    })
    .nullable(),
  outlook: z.object({
    visitors: count.meta({ description: 'Visits of the page within the last eight weeks.' }),
    orders: count.meta({ description: 'Orders on it within the last eight weeks.' }),
    smallest: z
      .array(z.object({ arms: z.int(), difference: z.number().nullable() }))
      .meta({ description: 'Smallest difference of the share that orders which so many can show; null: none.' }),
  }),
})
export type PageExperiment = z.infer<typeof PageExperiment>

const params = z.object({ id: idParam })
const ofVariant = z.object({ id: idParam, variant_id: idParam })

export const landingVariantAdminEndpoints = {
  'GET /admin/v1/landing-pages/{id}/variants': {
    summary: '申し込みページのパターン',
    permission: 'content.read',
    params,
    response: listOf(z.object({ id: z.int(), variant_name: z.string() })),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/landing-pages/{id}/variants': {
    summary: '申し込みページのパターンを加える(いまの内容の写し)',
    permission: 'content.write',
    params,
    body: z.object({ variant_name }),
    response: z.object({ id: z.int() }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY'],
  },
  'GET /admin/v1/landing-pages/{id}/variants/{variant_id}': {
    summary: '申し込みページのパターンの内容',
    permission: 'content.read',
    params: ofVariant,
    response: LandingVariantEdit,
    errors: ['ERROR_NOT_FOUND'],
  },
  'PUT /admin/v1/landing-pages/{id}/variants/{variant_id}': {
    summary: '申し込みページのパターンを変える',
    permission: 'content.write',
    params: ofVariant,
    body: Plain.extend({ version: versionField }).check(isVariant),
    response: LandingVariantEdit,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CHANGED_MEANWHILE', 'ERROR_EXPERIMENT_STATE'],
  },
  'POST /admin/v1/landing-pages/{id}/variants/{variant_id}/preview': {
    summary: '申し込みページのパターンの下見のURL(15分間)',
    permission: 'content.read',
    trail: false,
    params: ofVariant,
    response: z.object({ url: z.string() }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /admin/v1/landing-pages/{id}/variants/{variant_id}': {
    summary: '申し込みページのパターンを削除する',
    permission: 'content.write',
    params: ofVariant,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_EXPERIMENT_STATE'],
  },
  'GET /admin/v1/landing-pages/{id}/experiment': {
    summary: '申し込みページのパターンの比較',
    permission: 'content.read',
    params,
    response: PageExperiment,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/landing-pages/{id}/experiment': {
    summary: '比較を始める(お越しの方に、くじで、どれかのパターンをお見せする)',
    permission: 'content.write',
    params,
    body: PageExperimentStart,
    response: z.object({ id: z.int() }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_EXPERIMENT_STATE'],
  },
  'POST /admin/v1/landing-pages/{id}/experiment/end': {
    summary: '比較を終える(すべての方に、選んだパターンをお見せする)',
    permission: 'content.write',
    params,
    body: z.object({
      variant_id: compared_id.meta({ title: 'これからの内容', description: 'What the page shows from now on.' }),
    }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_EXPERIMENT_STATE'],
  },
} as const satisfies AdminEndpoints
