import {
  CONTENT_NAME,
  type ContentName,
  contentNames,
  LAYOUT_NAME,
  layoutContentNames,
} from '@kushi/contract/admin/content'
import type { Queryable } from '@kushi/db/connect'
import { shop, shop_content } from '@kushi/db/schema/shop'
import { fieldRuleMessage } from '@kushi/values/message'
import { and, eq, inArray } from 'drizzle-orm'
import { fillPromisesInHtml, findPromiseDisagreements, loadShopFacts } from '../../../catalogue/promise/index.ts'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { loadShop, sanitiseHtml } from '../../../foundation/setting/index.ts'
import { invalidFields, notFound, refusedField } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'
import { missingLawItems } from '../rules/law-items.ts'

const TERMS: ContentName = 'terms-of-use'

export const listContents: AdminHandler<'GET /admin/v1/content'> = async ({ db, shop_id }) => {
  const rows = await db
    .select({ name: shop_content.name, layout_code: shop_content.layout_code, title: shop_content.title })
    .from(shop_content)
    .where(and(eq(shop_content.shop_id, shop_id), inArray(shop_content.name, contentNames)))
  const items = contentNames.flatMap((name) => {
    const layouts = layoutContentNames.includes(name) ? Object.keys(LAYOUT_NAME).map(Number) : [0]
    return layouts
      .sort((a, b) => (a === 0 ? -1 : b === 0 ? 1 : b - a))
      .map((layout_code) => {
        const row = rows.find((one) => one.name === name && one.layout_code === layout_code)
        return { name, layout_code, title: row?.title || CONTENT_NAME[name], is_written: row !== undefined }
      })
  })
  return { items }
}

interface Key {
  name: ContentName
  layout_code: number
}

const whose = (shop_id: number, { name, layout_code }: Key) =>
  and(eq(shop_content.shop_id, shop_id), eq(shop_content.name, name), eq(shop_content.layout_code, layout_code))

/** When nothing is written yet: an empty text under the page's usual name. */
const load = async (db: Queryable, shop_id: number, key: Key) => {
  const [row] = await db
    .select({ title: shop_content.title, html: shop_content.html })
    .from(shop_content)
    .where(whose(shop_id, key))
  const { terms_version } = await loadShop({ db, shop_id })
  // A part of the layout has no title for customers.
  return { ...key, title: row?.title || CONTENT_NAME[key.name], html: row?.html ?? '', terms_version }
}

/** Only parts of the layout have variants, pages do not. @throws ShopError 404 */
function isWritable({ name, layout_code }: Key): void {
  if (layout_code !== 0 && !layoutContentNames.includes(name)) throw notFound()
}

const keyOf = ({ name, layout_code }: Key): Key => ({ name, layout_code })

export const getAdminContent: AdminHandler<'GET /admin/v1/content/{name}/{layout_code}'> = async (ctx, input) => {
  isWritable(input)
  return withSettingVersion(await load(ctx.db, ctx.shop_id, keyOf(input)))
}

/**
 * Saves the text sanitised, as it will be served. When the terms change, the request has to state whether orders agree
 * to a new version.
 * @throws ShopError 422 when it does not, 409 when someone else changed the text meanwhile
 */
export const changeContent: AdminHandler<'PUT /admin/v1/content/{name}/{layout_code}'> = async (ctx, input) => {
  isWritable(input)
  const { title, version } = input
  const key = keyOf(input)
  const html = sanitiseHtml(input.html)
  if (key.name === 'defrayal' && !input.accepts_missing) await refuseMissing(ctx, html)
  return changeSetting(ctx, {
    ...about(key),
    version,
    load: (db) => load(db, ctx.shop_id, key),
    write: async (tx, before) => {
      if (key.name === TERMS && before.html.trim() !== html)
        await tx
          .update(shop)
          .set({ terms_version: nextTerms(before.terms_version, input.terms_version) })
          .where(eq(shop.id, ctx.shop_id))
      await tx
        .insert(shop_content)
        .values({ ...key, shop_id: ctx.shop_id, title, html })
        .onConflictDoUpdate({
          target: [shop_content.shop_id, shop_content.name, shop_content.layout_code],
          set: { title, html },
        })
    },
  })
}

/**
 * Refuses a page without items that the law requires of an open shop, if the page had them before.
 * @throws ShopError 422 with the missing items
 */
async function refuseMissing(ctx: OperatorContext, html: string): Promise<void> {
  const { opened_at } = await loadShop(ctx)
  if (opened_at === null) return
  const missing = await missingLawLabels(ctx, html)
  if (missing.length === 0) return
  const message = `公開中のショップのこのページには、特定商取引法で次の項目が必要です: ${missing.join('、')}。このまま保存するときは、チェックを入れてください。`
  throw refusedField('accepts_missing', message)
}

/** Labels of the items that the law asks for and that customers would not find. */
export async function missingLawLabels(ctx: OperatorQueryContext, html: string): Promise<string[]> {
  const facts = await loadShopFacts(ctx)
  return missingLawItems(fillPromisesInHtml(html, facts))
    .map(({ label }) => label)
    .filter((label) => facts.has_subscriptions || !label.startsWith('定期便'))
}

const about = ({ name, layout_code }: Key) => ({
  subject: 'shop_content',
  subject_id: `${name}/${layout_code}`,
  subject_name: CONTENT_NAME[name],
})

/** `asked` null: keeps the version. */
function nextTerms(current: string, asked: string | null | undefined): string {
  const refuse = (text: string, message_id: 'cmn-err-002' | 'cmn-err-012') =>
    invalidFields([{ path: 'terms_version', message_id, message: text }])
  if (asked === undefined)
    throw refuse('規約の文章が変わりました。規約の版を上げるかどうかを選択してください。', 'cmn-err-002')
  if (asked === current) throw refuse(fieldRuleMessage('cmn-err-012', `規約の版「${current}」`), 'cmn-err-012')
  return asked ?? current
}

/** Deletes a layout's variant; the common text replaces it. @throws ShopError 404 */
export const deleteContent: AdminHandler<'DELETE /admin/v1/content/{name}/{layout_code}'> = async (ctx, input) => {
  isWritable(input)
  if (input.layout_code === 0) throw notFound()
  await ctx.db.transaction((tx) => remove(tx, ctx, keyOf(input)))
  return {}
}

async function remove(tx: Queryable, ctx: OperatorQueryContext, key: Key): Promise<void> {
  const [gone] = await tx.delete(shop_content).where(whose(ctx.shop_id, key)).returning()
  if (!gone) throw notFound()
  await recordAudit(tx, ctx, { ...about(key), before: { title: gone.title, html: gone.html } })
}

export const previewContent: AdminHandler<'POST /admin/v1/content/preview'> = async (ctx, { name, html }) => {
  const facts = await loadShopFacts(ctx)
  const safe = fillPromisesInHtml(sanitiseHtml(html), facts)
  return {
    html: safe,
    missing: name === 'defrayal' ? missingLawItems(safe) : [],
    wrong: findPromiseDisagreements(html, facts),
  }
}
