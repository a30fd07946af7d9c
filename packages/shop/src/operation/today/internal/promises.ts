import { CONTENT_NAME, type ContentName } from '@kushi/contract/admin/content'
import type { Today } from '@kushi/contract/admin/today'
import { message_text } from '@kushi/db/schema/message'
import { product } from '@kushi/db/schema/product'
import { self_check } from '@kushi/db/schema/self-check'
import { shop_content } from '@kushi/db/schema/shop'
import { article, home_block } from '@kushi/db/schema/story'
import { PROMOTION_LABEL } from '@kushi/values/self-check'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { disagreements, loadFacts } from '../../../catalogue/promise/index.ts'
import { forbiddenPromotions } from '../../../catalogue/promotion/index.ts'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { isKind, MESSAGE_KINDS } from '../../../messaging/message/index.ts'

/** More would not be read; the next ones follow when these are mended. */
const SHOWN = 20
const MOST_PRODUCTS = 200

type Found = NonNullable<Today['promises']>

interface Written {
  name: string
  to: string
  text: string
}

/** What the shop's texts say against its settings: pages, articles, the home page, mails, and products with a figure. */
export async function lookAtPromises(ctx: OperatorContext): Promise<Found> {
  const facts = await loadFacts(ctx)
  const typed = (await writtenOf(ctx)).flatMap(({ name, to, text }) =>
    disagreements(text, facts).map((one) => ({ name, to, ...one })),
  )
  return [...(await notAllowedAnyMore(ctx)), ...(await chargedOtherwise(ctx)), ...typed].slice(0, SHOWN)
}

/** Promotions that run on though a price, a gift or an end that allowed them has changed. */
const notAllowedAnyMore = async (ctx: OperatorContext): Promise<Found> =>
  (await forbiddenPromotions(ctx)).map(({ row, why }) => ({
    name: row.promotion_name,
    to: `/promotions/${row.id}`,
    said: `公開中の特典「${row.promotion_name}」は、いまは公開できない内容です`,
    fact: why,
  }))

/** What the last nightly purchase from itself found. */
async function chargedOtherwise({ db, shop_id }: OperatorContext): Promise<Found> {
  const [last] = await db
    .select({ items: self_check.items })
    .from(self_check)
    .where(and(eq(self_check.shop_id, shop_id), eq(self_check.kind, 'charges')))
    .orderBy(desc(self_check.id))
    .limit(1)
  return (last?.items ?? [])
    .filter(({ label }) => label !== PROMOTION_LABEL)
    .map(({ subject, said, fact }) => ({ name: subject, to: '/setting/delivery', said, fact }))
}

async function writtenOf({ db, shop_id }: OperatorContext): Promise<Written[]> {
  const [pages, mails, articles, blocks, products] = await Promise.all([
    db.select().from(shop_content).where(eq(shop_content.shop_id, shop_id)).orderBy(asc(shop_content.name)),
    db.select().from(message_text).where(eq(message_text.shop_id, shop_id)).orderBy(asc(message_text.kind)),
    db
      .select({ id: article.id, title: article.title, html: article.html })
      .from(article)
      .where(and(eq(article.shop_id, shop_id), article.visible))
      .orderBy(asc(article.id))
      .limit(MOST_PRODUCTS),
    db
      .select()
      .from(home_block)
      .where(and(eq(home_block.shop_id, shop_id), home_block.visible)),
    db
      .select()
      .from(product)
      .where(
        and(
          eq(product.shop_id, shop_id),
          product.visible,
          sql`concat(${product.description}, ${product.return_note}, ${product.story_html}, ${product.questions}::text) ~ '[0-9０-９](円|日)|いつでも|一律|返金|お返し'`,
        ),
      )
      .orderBy(asc(product.sort_no), asc(product.id))
      .limit(MOST_PRODUCTS),
  ])
  return [
    ...pages.map(({ name, layout_code, html }) => ({
      name: CONTENT_NAME[name as ContentName] ?? name,
      to: `/content/${name}/${layout_code}`,
      text: html,
    })),
    ...mails.map(({ kind, body }) => ({
      name: isKind(kind) ? MESSAGE_KINDS[kind].name : kind,
      to: `/message-texts/${kind}`,
      text: body,
    })),
    ...articles.map(({ id, title, html }) => ({ name: title, to: `/content/articles/${id}`, text: html })),
    ...blocks.map(({ title, text }) => ({ name: `トップページ ${title}`, to: '/content/home', text })),
    ...products.map(({ id, product_name, description, return_note, story_html, questions }) => ({
      name: product_name,
      to: `/products/${id}`,
      text: [
        description,
        return_note && `返品: ${return_note}`,
        story_html,
        ...questions.map(({ answer }) => answer),
      ].join('\n'),
    })),
  ]
}
