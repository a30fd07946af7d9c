import * as rule from '@kushi/values/field-rule'
import { LEGAL_NOTICE_HEADING, legalNoticeFields } from '@kushi/values/law-page'
import { z } from 'zod'
import { field as textField } from '../form/field.ts'
import { markCustomerFacing } from '../read-by.ts'
import { ShopText } from './content.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { versionField } from './setting-field.ts'

/** 開店の準備: the steps from an empty shop to an open one, in their order. */
export const OPENING_STEPS = [
  'name',
  'law',
  'policy',
  'product',
  'label',
  'delivery',
  'payment',
  'confirmation',
  'line',
] as const
export type OpeningStep = (typeof OPENING_STEPS)[number]

const SelfCheckItem = z.object({
  subject: z.string().meta({ description: 'The page, or the product whose confirmation it is.' }),
  label: z.string().meta({ description: 'What was looked at: 送料, 分量 …' }),
  is_met: z.boolean().meta({ description: 'It is said, and as it is charged.' }),
  said: z.string().meta({ description: 'What a customer reads.' }),
  fact: z.string().meta({ description: 'What is charged otherwise, or missing; empty: nothing.' }),
})

const SelfCheck = z.object({
  created_at: z.iso.datetime(),
  actor_name: z.string().meta({ description: 'The operator who made it.' }),
  looked: z.int().meta({ description: 'How many things were looked at.' }),
  items: z.array(SelfCheckItem),
})

export const Opening = z.object({
  /** null: the shop is not public yet. */
  opened_at: z.iso.datetime().nullable().meta({ title: '公開した日時' }),
  /** When a shop that was open was closed. */
  closed_at: z.iso.datetime().nullable(),
  /** The text that customers see while it is closed. */
  closed_text: z.string().meta({ title: 'お客様への文章' }),
  /** The link that shows the shop while it is closed. Anyone with the link can use it. */
  visit_url: z.string(),
  /** Running 定期便. They continue while the shop is closed. */
  running_subscriptions: z.int(),
  /** Orders whose customer is on the provider's page right now: they can still be paid. */
  open_payments: z.int(),
  steps: z.array(
    z.object({
      step: z.enum(OPENING_STEPS),
      is_done: z.boolean(),
      /** The shop can't open without it. */
      is_required: z.boolean(),
      /** The settings that are there or missing, each in a short sentence. */
      found: z.array(z.string()),
    }),
  ),
  self_check: SelfCheck.nullable().meta({
    description:
      '自己点検: the confirmation of every kind of product as it was when it was last walked, with each item of 特定商取引法 12条の6; null: never.',
  }),
})
export type Opening = z.infer<typeof Opening>

const field = z.string().max(1000, { error: '1,000文字までで入力してください。' })
const fields = z.object(
  Object.fromEntries(
    legalNoticeFields.map((name) => [name, markCustomerFacing(field.meta({ label: LEGAL_NOTICE_HEADING[name] }))]),
  ) as Record<(typeof legalNoticeFields)[number], typeof field>,
)

/** 特定商取引法に基づく表記, a field for each item of the law. */
export const LegalNoticePage = z.object({
  ...fields.shape,
  /** The hint for each field. */
  hints: fields,
  /** The page contains text that this form does not know. Saving replaces it. */
  is_other: z.boolean(),
  /** The shop sells subscriptions, so the page must state their terms. */
  has_subscriptions: z.boolean(),
  version: versionField,
})
export type LegalNoticePage = z.infer<typeof LegalNoticePage>

const closedWords = z.object({ closed_text: markCustomerFacing(textField(rule.maxLength('お客様への文章', 500))) })

export const openingAdminEndpoints = {
  'GET /admin/v1/opening': { summary: '開店の準備', permission: 'setting.read', response: Opening },
  'POST /admin/v1/opening': {
    summary: 'ショップを公開する',
    permission: 'setting.write',
    response: Opening,
    errors: ['ERROR_NOT_READY'],
  },
  'POST /admin/v1/opening/self-check': {
    summary: '確認画面の自己点検を、記録として残す',
    permission: 'setting.write',
    response: Opening,
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
  'GET /admin/v1/law-page': { summary: '特商法の表記の入力欄', permission: 'content.read', response: LegalNoticePage },
  'PUT /admin/v1/law-page': {
    summary: '特商法の表記を、入力欄から作る',
    permission: 'content.write',
    body: fields.extend({ version: versionField }),
    response: ShopText,
    errors: ['ERROR_CHANGED_MEANWHILE'],
  },
} as const satisfies AdminEndpoints
