import { lawFields } from '@kushi/values/law-page'
import { z } from 'zod'
import { Content } from './content.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { version } from './setting-field.ts'

/** 開店の準備: the steps from an empty shop to an open one, in their order. */
export const OPENING_STEPS = ['name', 'law', 'policy', 'product', 'delivery', 'payment', 'line'] as const
export type OpeningStep = (typeof OPENING_STEPS)[number]

export const Opening = z.object({
  /** null: the public can't see the shop yet. */
  opened_at: z.iso.datetime().nullable(),
  /** The link by which the shop is looked at before; whoever has it may. */
  visit_url: z.string(),
  steps: z.array(
    z.object({
      step: z.enum(OPENING_STEPS),
      is_done: z.boolean(),
      /** The shop can't open without it. */
      is_required: z.boolean(),
      /** What there is, or what is missing, each a short sentence. */
      found: z.array(z.string()),
    }),
  ),
})
export type Opening = z.infer<typeof Opening>

const field = z.string().max(1000, { error: '1,000文字までで入力してください。' })
const fields = z.object(
  Object.fromEntries(lawFields.map((name) => [name, field])) as Record<(typeof lawFields)[number], typeof field>,
)

/** 特定商取引法に基づく表記, a field for each item of the law. */
export const LawPage = z.object({
  ...fields.shape,
  /** What to write into each of them. */
  hints: fields,
  /** The page has words that this form does not know: saving takes their place. */
  is_other: z.boolean(),
  /** A subscription is sold, so that its terms have to stand there. */
  has_subscriptions: z.boolean(),
  version,
})
export type LawPage = z.infer<typeof LawPage>

export const opening = {
  'GET /admin/v1/opening': { summary: '開店の準備', permission: 'setting.read', response: Opening },
  'POST /admin/v1/opening': {
    summary: 'ショップを公開する',
    permission: 'setting.write',
    response: Opening,
    errors: ['ERROR_NOT_READY'],
  },
  'GET /admin/v1/law-page': { summary: '特商法の表記の入力欄', permission: 'content.read', response: LawPage },
  'PUT /admin/v1/law-page': {
    summary: '特商法の表記を、入力欄から作る',
    permission: 'content.write',
    body: fields.extend({ version }),
    response: Content,
    errors: ['ERROR_CHANGED_MEANWHILE'],
  },
} as const satisfies AdminEndpoints
