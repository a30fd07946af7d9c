import * as rule from '@kushi/values/field-rule'
import { lawFields } from '@kushi/values/law-page'
import { z } from 'zod'
import { field as textField } from '../form/field.ts'
import { Content } from './content.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { version } from './setting-field.ts'

/** 開店の準備: the steps from an empty shop to an open one, in their order. */
export const OPENING_STEPS = ['name', 'law', 'policy', 'product', 'delivery', 'payment', 'line'] as const
export type OpeningStep = (typeof OPENING_STEPS)[number]

export const Opening = z.object({
  /** null: the public can't see the shop yet. */
  opened_at: z.iso.datetime().nullable(),
  /** It was open before, and is closed since. */
  closed_at: z.iso.datetime().nullable(),
  /** What customers read while it is closed. */
  closed_text: z.string(),
  /** The link by which the shop is looked at while it is closed; whoever has it may. */
  visit_url: z.string(),
  /** 定期便 that run: they go on in a shop that is closed. */
  running_subscriptions: z.int(),
  /** Orders whose customer is at the provider right now: they can still be paid. */
  open_payments: z.int(),
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

const closedWords = z.object({ closed_text: textField(rule.maxLength('お客様への文章', 500)) })

export const opening = {
  'GET /admin/v1/opening': { summary: '開店の準備', permission: 'setting.read', response: Opening },
  'POST /admin/v1/opening': {
    summary: 'ショップを公開する',
    permission: 'setting.write',
    response: Opening,
    errors: ['ERROR_NOT_READY'],
  },
  'POST /admin/v1/opening/close': {
    summary: 'ショップを閉じる(臨時休業・メンテナンス)',
    permission: 'setting.write',
    confirm: true,
    body: closedWords,
    response: Opening,
    errors: ['ERROR_NOT_OPEN', 'ERROR_CONFIRM_AGAIN'],
  },
  'PUT /admin/v1/opening/closed-text': {
    summary: '閉じている間の、お客様への文章を変える',
    permission: 'setting.write',
    body: closedWords,
    response: Opening,
  },
  'POST /admin/v1/opening/visit-link': {
    summary: '公開する前に見るリンクを作り直す(前のリンクは使えなくなる)',
    permission: 'setting.write',
    response: Opening,
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
