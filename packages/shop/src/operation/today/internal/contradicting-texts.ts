import { CONTENT_NAME, type ContentName } from '@kushi/contract/admin/content'
import type { Today } from '@kushi/contract/admin/today'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { message_text } from '@kushi/db/schema/message'
import { product, product_sku } from '@kushi/db/schema/product'
import { self_check } from '@kushi/db/schema/self-check'
import { shop_content } from '@kushi/db/schema/shop'
import { article } from '@kushi/db/schema/story'
import { refersToCondition } from '@kushi/db/shop-scope'
import { type BlockContent, mapBlockTexts } from '@kushi/values/block/kinds'
import { giftOfPromotion } from '@kushi/values/promotion/kinds'
import { PROMOTION_CHECK_LABEL } from '@kushi/values/self-check'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { findPromiseDisagreements, loadShopFacts } from '../../../catalogue/promise/index.ts'
import {
  findStoppedPromotions,
  findUnpublishablePromotions,
  isFaultOverridden,
  type UnpublishablePromotion,
} from '../../../catalogue/promotion/index.ts'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { selectHomeBlocks } from '../../../foundation/setting/index.ts'
import { isMessageKindName, MESSAGE_KINDS } from '../../../messaging/message/index.ts'
import { underReservedGifts } from '../../../sales/subscription/index.ts'

/** More would not be read; the next ones follow when these are mended. */
const SHOWN = 20
const MAX_PRODUCTS = 200

type Found = NonNullable<Today['promises']>

interface Written {
  name: string
  to: string
  text: string
}

/**
 * Returns where the texts of the shop contradict its settings: pages, articles, home page, mails and products. Also
 * gifts without stock, promotions that are no longer allowed, and charges that differ from the texts.
 */
export async function findContradictingTexts(ctx: OperatorContext): Promise<Found> {
  const facts = await loadShopFacts(ctx)
  const typed = (await writtenOf(ctx)).flatMap(({ name, to, text }) =>
    findPromiseDisagreements(text, facts).map((one) => ({ name, to, ...one })),
  )
  return [
    ...(await promisedWithoutStock(ctx)),
    ...(await notAllowedAnyMore(ctx)),
    ...(await chargedOtherwise(ctx)),
    ...typed,
  ].slice(0, SHOWN)
}

/**
 * Finds promotions that are no longer allowed because a price, a gift or an end has changed: those that still run, also
 * by an operator's decision, and those that the midnight job stopped.
 */
async function notAllowedAnyMore(ctx: OperatorContext): Promise<Found> {
  const told = ({ row, why }: UnpublishablePromotion, said: string) => ({
    name: row.promotion_name,
    to: `/promotions/${row.id}`,
    said,
    fact: why,
  })
  const running = (await findUnpublishablePromotions(ctx)).map((one) => {
    const { promotion_name: name, fault_override } = one.row
    return told(
      one,
      fault_override && isFaultOverridden(one)
        ? `公開中の特典「${name}」は、いまは公開できない内容ですが、${fault_override.operator_name}さんの判断で続けています(理由: ${fault_override.decision_reason})`
        : `公開中の特典「${name}」は、いまは公開できない内容です。直すか、続けると決めないと、今夜0時に自動的に止まります`,
    )
  })
  const stopped = (await findStoppedPromotions(ctx)).map((one) =>
    told(one, `特典「${one.row.promotion_name}」は、公開できない内容になったため、0時に自動的に止まりました`),
  )
  return [...running, ...stopped]
}

/** Gifts that running contracts were promised and for which there is no stock. */
async function promisedWithoutStock({ db, shop_id }: OperatorContext): Promise<Found> {
  const of = Map.groupBy(await underReservedGifts(db, shop_id), ({ terms }) => giftOfPromotion(terms)!.product_sku_id)
  const skus = await db
    .select({
      id: product_sku.id,
      stock: product_sku.stock,
      product_code: product_sku.product_code,
      product_name: product.product_name,
    })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(and(eq(product_sku.shop_id, shop_id), isAnyOfCondition(product_sku.id, of.keys())))
    .orderBy(asc(product_sku.id))
  return skus.flatMap(({ id, stock, product_code, product_name }) => {
    const short = of.get(id)!
    const contracts = new Set(short.map(({ subscription_id }) => subscription_id)).size
    const pieces = short.reduce((sum, { missing }) => sum + missing, 0) - stock
    if (pieces <= 0) return []
    return {
      name: `${product_name}(${product_code})`,
      to: `/stock/${id}`,
      said: `定期便${contracts}件に約束したプレゼントが、${pieces}個足りません`,
      fact: '入荷すると取り置きます。足りないままの方には、お届け前のお知らせで、お付けできないことと選べることをお伝えします。',
    }
  })
}

/** The differences that the last nightly check of charges found. */
async function chargedOtherwise({ db, shop_id }: OperatorContext): Promise<Found> {
  const [last] = await db
    .select({ items: self_check.items })
    .from(self_check)
    .where(and(eq(self_check.shop_id, shop_id), eq(self_check.kind, 'charges')))
    .orderBy(desc(self_check.id))
    .limit(1)
  return (last?.items ?? [])
    .filter(({ label }) => label !== PROMOTION_CHECK_LABEL)
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
      .limit(MAX_PRODUCTS),
    selectHomeBlocks(db, shop_id),
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
      .limit(MAX_PRODUCTS),
  ])
  return [
    ...pages.map(({ name, layout_code, html }) => ({
      name: CONTENT_NAME[name as ContentName] ?? name,
      to: `/content/${name}/${layout_code}`,
      text: html,
    })),
    ...mails.map(({ kind, body }) => ({
      name: isMessageKindName(kind) ? MESSAGE_KINDS[kind].name : kind,
      to: `/message-texts/${kind}`,
      text: body,
    })),
    ...articles.map(({ id, title, html }) => ({ name: title, to: `/content/articles/${id}`, text: html })),
    ...blocks
      .filter(({ visible }) => visible)
      .map((block) => ({ name: `トップページ ${block.title}`, to: '/content/home', text: promisingTexts(block) })),
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

function promisingTexts(block: BlockContent): string {
  const texts: string[] = []
  mapBlockTexts(block, (text) => {
    texts.push(text)
    return text
  })
  return texts.join('\n')
}
