import * as rule from '@kushi/values/field-rule'
import { z } from 'zod'
import { blockUnion } from '../block.ts'
import { idParam, isoDate, listOf } from '../endpoint.ts'
import { titleField } from '../form/field.ts'
import { markCustomerFacing } from '../read-by.ts'
import { Article } from '../story.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { withCheckedPlaceholders } from './promising.ts'
import { versionField } from './setting-field.ts'

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `${most.toLocaleString('ja-JP')}文字までです。`)
const picture = z.string().max(200).nullable()
export const slugField = z
  .string()
  .min(1, '入力してください。')
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, '半角の英小文字・数字を「-」でつないで入力してください。')

/** `image_url`: a small version for preview. */
const looked = { image_url: z.string().nullable() }
const visible = { visible: z.boolean() }

const HomeSetting = z.object({
  items: z.array(blockUnion('home', { ...visible, ...looked })).meta({ title: '内容' }),
  version: versionField,
})

export const ArticleInput = z.object({
  slug: slugField,
  title: markCustomerFacing(titleField(rule.required('題名'), rule.maxLength('題名', 60))),
  lead: markCustomerFacing(text(300).meta({ title: 'リード文' })),
  html: markCustomerFacing(withCheckedPlaceholders(z.string().max(100_000, { error: '文章は10万文字までです。' }))),
  image_path: picture,
  image_alt: markCustomerFacing(text(200)),
  published_on: isoDate.meta({ title: '公開日' }),
  visible: z.boolean(),
})
export type ArticleInput = z.infer<typeof ArticleInput>

const ArticleEdit = z.object({ ...Article.shape, id: z.int(), visible: z.boolean(), ...looked, version: versionField })
const params = z.object({ id: idParam })

export const storyAdminEndpoints = {
  'GET /admin/v1/setting/home': { summary: 'トップページの構成', permission: 'content.read', response: HomeSetting },
  'PUT /admin/v1/setting/home': {
    summary: 'トップページの構成を変える',
    permission: 'content.write',
    body: z.object({ items: z.array(blockUnion('home', visible)).max(20, '20個までです。'), version: versionField }),
    response: HomeSetting,
    errors: ['ERROR_CHANGED_MEANWHILE'],
  },
  'GET /admin/v1/articles': {
    summary: '読みもの一覧',
    permission: 'content.read',
    response: listOf(z.object({ id: z.int(), title: z.string(), published_on: isoDate, visible: z.boolean() })),
  },
  'GET /admin/v1/articles/{id}': {
    summary: '読みもの',
    permission: 'content.read',
    params,
    response: ArticleEdit,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/articles': {
    summary: '読みものを加える',
    permission: 'content.write',
    body: ArticleInput,
    response: z.object({ id: z.int() }),
    errors: ['ERROR_TOO_MANY'],
  },
  'PUT /admin/v1/articles/{id}': {
    summary: '読みものを変える',
    permission: 'content.write',
    params,
    body: z.object({ ...ArticleInput.shape, version: versionField }),
    response: ArticleEdit,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CHANGED_MEANWHILE'],
  },
  'DELETE /admin/v1/articles/{id}': {
    summary: '読みものを削除する',
    permission: 'content.write',
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
