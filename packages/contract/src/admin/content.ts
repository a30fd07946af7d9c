import * as rule from '@kushi/values/field-rule'
import { z } from 'zod'
import { listOf } from '../endpoint.ts'
import { titleField } from '../form/field.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { withCheckedPlaceholders } from './promising.ts'
import { versionField } from './setting-field.ts'

/**
 * The texts that a shop can write, and the page on which customers read them. `banner` and `footer` are on every page.
 */
export const CONTENT_NAME = {
  banner: 'ヘッダーのお知らせ',
  footer: 'フッター',
  faq: 'よくあるご質問',
  company: '会社概要',
  defrayal: '特定商取引法に基づく表記',
  privacy: 'プライバシーポリシー',
  'terms-of-use': 'ご利用規約',
  accessibility: 'アクセシビリティ方針',
  customer_rank: '会員ランクのご案内',
  line: 'LINE友だちのご案内',
} as const
export type ContentName = keyof typeof CONTENT_NAME
export const contentNames = Object.keys(CONTENT_NAME) as ContentName[]

/** Parts of every page. Only these have a text per layout. */
export const layoutContentNames: readonly ContentName[] = ['banner', 'footer']

/** Pages for which a template (ひな形) is provided. */
export const TEMPLATE_PAGE_NAMES = ['privacy', 'terms-of-use', 'accessibility'] as const satisfies ContentName[]

/** レイアウトコード: device and level of LINE. 0 is used by all layouts that have no text of their own. */
export const LAYOUT_NAME = {
  0: 'すべて共通',
  12: 'パソコン(LINEを使わない)',
  8: 'パソコン(LINEは任意)',
  1: 'パソコン(LINEが必須)',
  14: 'スマートフォン(LINEを使わない)',
  10: 'スマートフォン(LINEは任意)',
  6: 'スマートフォン(LINEが必須)',
} as const
const layouts = Object.keys(LAYOUT_NAME).map(Number)

const name = oneOf(CONTENT_NAME)
const layout_code = z.coerce.number<number | string>().refine((code) => layouts.includes(code))

/** 文章. `version` is empty while nothing is written. */
export const ShopText = z.object({
  name,
  layout_code: z.int(),
  title: z.string(),
  html: z.string(),
  terms_version: z.string(),
  version: versionField,
})
export type ShopText = z.infer<typeof ShopText>

/** A sentence of a text that contradicts the settings, and what the settings say. */
export const ContentContradiction = z.object({ said: z.string(), fact: z.string() })

/** The page as customers get it. `missing`: items that the law requires on this page and that were not found. */
export const ContentPreview = z.object({
  html: z.string(),
  missing: z.array(z.object({ label: z.string(), hint: z.string() })).meta({ title: '足りないもの' }),
  /** Sentences that are not as the settings are, and what these say. */
  wrong: z.array(ContentContradiction),
})
export type ContentPreview = z.infer<typeof ContentPreview>

const html = z.string().max(200_000, { error: '文章は20万文字までです。' })
const written = withCheckedPlaceholders(html)

export const contentAdminEndpoints = {
  'GET /admin/v1/content': {
    summary: '文章とページの一覧',
    permission: 'content.read',
    response: listOf(z.object({ name, layout_code: z.int(), title: z.string(), is_written: z.boolean() })),
  },
  'GET /admin/v1/content/{name}/{layout_code}': {
    summary: '文章',
    permission: 'content.read',
    params: z.object({ name, layout_code }),
    response: ShopText,
  },
  'PUT /admin/v1/content/{name}/{layout_code}': {
    summary: '文章を変える',
    permission: 'content.write',
    params: z.object({ name, layout_code }),
    body: z.object({
      title: markCustomerFacing(titleField(rule.required('題名'), rule.maxLength('題名', 60))),
      html: markCustomerFacing(written),
      /** Only for a change of the terms: the new version that orders agree to; null: the version stays. */
      terms_version: z
        .union([titleField(rule.required('規約の版'), rule.maxLength('規約の版', 40)), z.null()])
        .optional(),
      /** The page of an open shop may lack items that the law asks for: they were named, and it was pressed again. */
      accepts_missing: z.boolean().default(false),
      version: versionField,
    }),
    response: ShopText,
    errors: ['ERROR_CHANGED_MEANWHILE'],
  },
  'DELETE /admin/v1/content/{name}/{layout_code}': {
    summary: 'レイアウト別の文章を削除する(共通の文章に戻る)',
    permission: 'content.write',
    params: z.object({ name, layout_code }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/content-draft/{name}': {
    summary: 'プライバシーポリシー、ご利用規約、アクセシビリティ方針のひな形(店舗の設定から作る)',
    permission: 'content.read',
    params: z.object({ name: z.enum(TEMPLATE_PAGE_NAMES).meta({ values: CONTENT_NAME }) }),
    response: z.object({ html: z.string() }),
  },
  'POST /admin/v1/content/preview': {
    summary: '文章のプレビュー(保存しない)',
    permission: 'content.read',
    trail: false,
    body: z.object({ name, html }),
    response: ContentPreview,
  },
} as const satisfies AdminEndpoints
