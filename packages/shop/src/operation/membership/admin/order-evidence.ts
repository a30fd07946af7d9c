import { createHash } from 'node:crypto'
import type { OrderDetail } from '@kushi/contract/admin/order'
import { consent_event } from '@kushi/db/schema/customer'
import { audit_event } from '@kushi/db/schema/operator'
import { order_evidence, order_item, orders } from '@kushi/db/schema/order'
import { order_offer_answer } from '@kushi/db/schema/order-offer'
import { price_history, product, product_sku } from '@kushi/db/schema/product'
import { shop_content } from '@kushi/db/schema/shop'
import { subscription_event } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { refersToCondition } from '@kushi/db/shop-scope'
import { CONSENT_SCREEN_NAME } from '@kushi/values/consent'
import { orderAmountLines } from '@kushi/values/order-amounts'
import { secondWayLabel } from '@kushi/values/second-way'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { actorText } from '../../../actor.ts'
import { type AdminHandler, canSeePersonalData, type OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { orderAuditSubject, orderDetail } from '../../../sales/order/index.ts'
import { eventText } from '../../../sales/subscription/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { htmlTextLines, japanTimeText, textAsOfDay } from '../rules/evidence-pages.ts'

type Row = typeof orders.$inferSelect
interface Section {
  heading: string
  lines: string[]
}

/** The most entries of each kind; a longer file would not be read. */
const MOST = 300

/**
 * 証拠書類: returns one PDF about an order, for a 消費生活センター, a chargeback or an authority. It contains the adverts, the
 * confirmation shown, the consents, the mails and the events. The audit log records who created it, why, and the hash
 * of the file.
 */
export const createOrderEvidence: AdminHandler<'POST /admin/v1/orders/{id}/evidence'> = async (ctx, { id, reason }) => {
  if (!canSeePersonalData(ctx))
    throw new ShopError(403, 'ERROR_FORBIDDEN', 'お客様の情報を含む書類を作る権限がありません。店長にご相談ください。')
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, ctx.shop_id), eq(orders.id, id)))
  if (!order) throw notFound()
  const { shop_name, company_name } = await loadShop(ctx)
  const detail = await orderDetail(ctx, ctx.db, id)
  const content = await ctx.ports.document.renderDossier({
    title: `ご注文の記録 ${order.order_no}`,
    footer: `${order.order_no} ${shop_name}`,
    author: company_name,
    lead: [
      `${company_name}(${shop_name})が、${japanTimeText(ctx.clock.now())}に作成しました。`,
      '保存している記録をそのまま写したものです。時刻は日本時間です。',
    ],
    sections: [
      orderSection(order, detail),
      await pagesSection(ctx, order),
      await confirmationSection(ctx, order),
      ...(await addedSection(ctx, order)),
      await consentSection(ctx, order),
      await mailSection(ctx, order),
      await priceSection(ctx, order),
      ...(await subscriptionSection(ctx, order)),
      { heading: '経過', lines: detail.timeline.toReversed().map(timelineLine) },
    ].map(({ heading, lines }) => ({ heading, lines: lines.length > 0 ? lines : ['記録はありません。'] })),
  })
  const sha256 = createHash('sha256').update(content).digest('hex')
  await recordAudit(ctx.db, ctx, {
    ...orderAuditSubject(order),
    after: { document_type: 'evidence', reason, sha256 },
  })
  return { file_name: `evidence-${order.order_no}.pdf`, content: whole(content) }
}

async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

function orderSection(order: Row, detail: OrderDetail): Section {
  return {
    heading: 'ご注文',
    lines: [
      `ご注文番号 ${order.order_no}、${japanTimeText(order.created_at)}`,
      `ご注文者 ${order.name01} ${order.name02} 様、〒${order.postal_code01}-${order.postal_code02} ${order.addr01}${order.addr02}${order.addr03}`,
      ...detail.items.map((item) => `${item.product_name} × ${item.quantity}: ${formatYen(item.subtotal)}`),
      ...orderAmountLines(detail)
        .filter(({ amount }) => amount !== 0)
        .map(({ label, amount }) => `${label} ${formatYen(amount)}`),
      `お支払い合計 ${formatYen(order.payment_total)}(税込)`,
    ],
  }
}

const timelineLine = ({ created_at, text, detail, actor }: OrderDetail['timeline'][number]) =>
  `${japanTimeText(new Date(created_at))} ${text}${detail ? `(${detail})` : ''}${actor ? ` — ${actor}` : ''}`

/** 広告: the pages of the goods and the seller's page as they were on the day of the order, by the audit log. */
async function pagesSection(ctx: OperatorContext, order: Row): Promise<Section> {
  const { db, shop_id } = ctx
  const goods = await db
    .selectDistinct({
      id: product.id,
      product_name: product.product_name,
      description: product.description,
      return_note: product.return_note,
    })
    .from(order_item)
    .innerJoin(
      product_sku,
      and(
        eq(product_sku.shop_id, order_item.shop_id),
        sql`${product_sku.id} in (${order_item.product_sku_id}, ${order_item.set_sku_id})`,
      ),
    )
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(and(eq(order_item.shop_id, shop_id), eq(order_item.order_id, order.id)))
    .orderBy(asc(product.id))
  const lines: string[] = []
  for (const one of goods) {
    const since = await changesSince(ctx, order, 'product', String(one.id))
    const fields = [
      ['product_name', '商品名', one.product_name],
      ['description', '説明', one.description],
      ['return_note', '返品', one.return_note],
    ] as const
    for (const [field, label, now] of fields) {
      const { text, is_former } = textAsOfDay(field, now, since)
      if (text !== '') lines.push(`商品のページ ${label}${is_former ? '(その後に変更)' : ''}: ${text}`)
    }
  }
  const pages = await db
    .select()
    .from(shop_content)
    .where(
      and(
        eq(shop_content.shop_id, shop_id),
        eq(shop_content.layout_code, 0),
        inArray(shop_content.name, ['defrayal', 'terms-of-use']),
      ),
    )
    .orderBy(asc(shop_content.name))
  for (const { name, title, html } of pages) {
    const { text, is_former } = textAsOfDay('html', html, await changesSince(ctx, order, 'shop_content', `${name}/0`))
    lines.push(`【${title}】${is_former ? '(その後に変更)' : ''}`, ...htmlTextLines(text))
  }
  return {
    heading: 'ご注文の日の、商品とショップのページ',
    lines: ['変更の記録から、ご注文の時点の文章を写しています。{ } は、設定の内容が入るところです。', ...lines],
  }
}

const changesSince = ({ db, shop_id }: OperatorContext, order: Row, subject: string, subject_id: string) =>
  db
    .select({ before: audit_event.before })
    .from(audit_event)
    .where(
      and(
        eq(audit_event.shop_id, shop_id),
        eq(audit_event.subject, subject),
        eq(audit_event.subject_id, subject_id),
        gt(audit_event.created_at, order.created_at),
      ),
    )
    .orderBy(asc(audit_event.id))
    .limit(MOST) as Promise<{ before: Record<string, unknown> | null }[]>

interface ShownEvidence {
  text?: string
  terms?: { label: string; lines: string[] }[]
  third_party_consent?: string | null
  second_way?: { payment_name: string; consent_text: string | null }
}

const evidenceOf = async ({ db, shop_id }: OperatorContext, order: Row) =>
  (
    await db
      .select()
      .from(order_evidence)
      .where(and(eq(order_evidence.shop_id, shop_id), eq(order_evidence.order_id, order.id)))
  )[0]

/** 確認画面: the text that stood there, and the conditions. */
async function confirmationSection(ctx: OperatorContext, order: Row): Promise<Section> {
  const found = await evidenceOf(ctx, order)
  if (!found) return { heading: '確認画面', lines: [] }
  return {
    heading: '確認画面',
    lines: [
      `${japanTimeText(found.shown_at)}に表示。規約の版 ${found.terms_version}。端末 ${found.user_agent}`,
      ...screenLines(found.shown as ShownEvidence),
    ],
  }
}

/** 注文のあとのご案内: the text of the completion page when the goods were added. */
async function addedSection({ db, shop_id }: OperatorContext, order: Row): Promise<Section[]> {
  const { taken_at, shown } = order_offer_answer
  const rows = await db
    .select({ taken_at, shown })
    .from(order_offer_answer)
    .where(and(eq(order_offer_answer.shop_id, shop_id), eq(order_offer_answer.order_id, order.id), isNotNull(taken_at)))
  return rows.flatMap((row) =>
    row.taken_at && row.shown
      ? {
          heading: 'ご注文のあとの、商品の追加',
          lines: [
            `${japanTimeText(new Date(row.shown.shown_at))}に表示、${japanTimeText(row.taken_at)}に追加。規約の版 ${row.shown.terms_version}`,
            ...screenLines(row.shown),
          ],
        }
      : [],
  )
}

/** A screen's text and the conditions on it. */
const screenLines = ({ text = '', terms = [] }: ShownEvidence) => [
  ...text.split('\n').filter((line) => line.trim() !== ''),
  ...terms.flatMap((one) => [`■ ${one.label}`, ...one.lines]),
]

async function consentSection(ctx: OperatorContext, order: Row): Promise<Section> {
  const rows = await ctx.db
    .select()
    .from(consent_event)
    .where(and(eq(consent_event.shop_id, ctx.shop_id), eq(consent_event.customer_id, order.customer_id)))
    .orderBy(asc(consent_event.id))
    .limit(MOST)
  const { third_party_consent: third, second_way } = ((await evidenceOf(ctx, order))?.shown ?? {}) as ShownEvidence
  const at = japanTimeText(order.created_at)
  return {
    heading: '同意',
    lines: [
      ...(third ? [`${at} 個人情報の第三者提供: 「${third}」`] : []),
      ...(second_way?.consent_text
        ? [
            `${at} 個人情報の第三者提供(${secondWayLabel(order.payment_method_id)}、${second_way.payment_name}): 「${second_way.consent_text}」`,
          ]
        : []),
      ...rows.map(
        ({ created_at, channel, is_given, screen, wording, version }) =>
          `${japanTimeText(created_at)} ${channel} ${is_given ? '同意' : '取り消し'}${screen ? `(${CONSENT_SCREEN_NAME[screen]})` : ''}${wording ? ` 「${wording}」` : ''}${version ? ` 版 ${version}` : ''}`,
      ),
    ],
  }
}

async function mailSection({ db, shop_id }: OperatorContext, order: Row): Promise<Section> {
  const ofContract = order.subscription_id === null ? [] : [eq(outbox.subscription_id, order.subscription_id)]
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.shop_id, shop_id), or(eq(outbox.order_id, order.id), ...ofContract)))
    .orderBy(asc(outbox.id))
    .limit(MOST)
  return {
    heading: 'お送りしたメールとLINE',
    lines: rows.flatMap(({ created_at, sent_at, kind, subject, payload }) => {
      const {
        subject: own,
        text,
        to,
        is_secret,
      } = payload as { subject?: string; text?: string; to?: string; is_secret?: boolean }
      const when = sent_at ? `${japanTimeText(sent_at)} 送信` : `${japanTimeText(created_at)} 作成(未送信)`
      return [
        `■ ${when} ${kind === 'line' ? 'LINE' : 'メール'} ${subject || own || ''}${to ? ` → ${to}` : ''}`,
        ...(is_secret
          ? ['本文には、ご本人だけのリンクがあるため、写していません。']
          : text
            ? text.split('\n').filter((line) => line.trim() !== '')
            : ['本文は、保存期間を過ぎたか、文章ではないため、残っていません。']),
      ]
    }),
  }
}

/** 価格の履歴 of the goods, up to the order. */
async function priceSection({ db, shop_id }: OperatorContext, order: Row): Promise<Section> {
  const rows = await db
    .select({ item: order_item, price: price_history.price, started_at: price_history.started_at })
    .from(price_history)
    .innerJoin(
      order_item,
      and(eq(order_item.shop_id, price_history.shop_id), eq(order_item.product_sku_id, price_history.product_sku_id)),
    )
    .where(
      and(
        eq(order_item.shop_id, shop_id),
        eq(order_item.order_id, order.id),
        lte(price_history.started_at, order.created_at),
      ),
    )
    .orderBy(asc(price_history.started_at), asc(price_history.id))
    .limit(MOST)
  return {
    heading: '価格の履歴',
    lines: rows.map(
      ({ item, price, started_at }) =>
        `${japanTimeText(started_at)}から ${item.product_name}: ${price === null ? '販売していません' : `${formatYen(price)}(税込)`}`,
    ),
  }
}

interface ToldChange {
  label: string
  before: string
  after: string
}

async function subscriptionSection({ db, shop_id }: OperatorContext, order: Row): Promise<Section[]> {
  if (order.subscription_id === null) return []
  const rows = await db
    .select()
    .from(subscription_event)
    .where(and(eq(subscription_event.shop_id, shop_id), eq(subscription_event.subscription_id, order.subscription_id)))
    .orderBy(asc(subscription_event.id))
    .limit(MOST)
  return [
    {
      heading: `定期便(契約番号 ${order.subscription_id})の履歴`,
      lines: rows.map((one) => {
        const changes = ((one.detail as { changes?: ToldChange[] } | null)?.changes ?? []).map(
          ({ label, before, after }) => `${label}: ${before} → ${after}`,
        )
        return `${japanTimeText(one.created_at)} ${eventText(one.event)}${changes.length > 0 ? `(${changes.join('、')})` : ''} — ${actorText(one) ?? ''}`
      }),
    },
  ]
}
