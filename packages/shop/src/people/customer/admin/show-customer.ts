import type { Queryable } from '@kushi/db/connect'
import {
  access_token,
  consent_event,
  customer,
  customer_address,
  customer_note,
  customer_rank_event,
} from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { operator } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { customer_rank } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { CONSENT_SCREEN_NAME } from '@kushi/values/consent'
import { and, asc, desc, eq, gt, isNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import {
  type AdminHandler,
  addressForOperator,
  canSeePersonalData,
  maskName,
  maskText,
  type OperatorQueryContext,
} from '../../../foundation/admin/index.ts'
import { nameAtTimeSql } from '../../../foundation/setting/index.ts'
import { loadRecentMessages, reachableEmail } from '../../../messaging/message/index.ts'
import { notFound } from '../../../shop-error.ts'
import { acquisitionSourceLabelSql, customerRow, hasSubscriptionSql } from './list-customers.ts'

const SHOWN = 20

export const showCustomer: AdminHandler<'GET /admin/v1/customers/{id}'> = (ctx, { id }) =>
  customerDetail(ctx, ctx.db, id)

/** Everything about a member; at most the latest 20 of each part. @throws ShopError 404 */
export async function customerDetail(ctx: OperatorQueryContext, db: Queryable, id: number) {
  const { shop_id } = ctx
  const of = (table: { shop_id: AnyPgColumn; customer_id: AnyPgColumn }) =>
    and(eq(table.shop_id, shop_id), eq(table.customer_id, id))
  const [found] = await db
    .select({
      row: customer,
      rank_name: customer_rank.rank_name,
      source_label: acquisitionSourceLabelSql,
      has_subscription: hasSubscriptionSql,
    })
    .from(customer)
    .leftJoin(
      customer_rank,
      and(eq(customer_rank.shop_id, customer.shop_id), eq(customer_rank.id, customer.customer_rank_id)),
    )
    .where(and(eq(customer.shop_id, shop_id), eq(customer.id, id)))
  if (!found) throw notFound()
  const isOpen = canSeePersonalData(ctx)
  const { row, rank_name, source_label, has_subscription } = found
  const addresses = await db.select().from(customer_address).where(of(customer_address)).limit(SHOWN)
  const placed = await db.select().from(orders).where(of(orders)).orderBy(desc(orders.id)).limit(SHOWN)
  const contracts = await db
    .select()
    .from(subscription)
    .where(and(of(subscription), ne(subscription.summary_status, 0)))
    .orderBy(desc(subscription.id))
    .limit(SHOWN)
  const written = await db
    .select()
    .from(inquiry)
    .where(and(of(inquiry), eq(inquiry.kind, 'contact')))
    .orderBy(desc(inquiry.id))
    .limit(SHOWN)
  const consents = await db
    .select()
    .from(consent_event)
    .where(of(consent_event))
    .orderBy(desc(consent_event.id))
    .limit(SHOWN)
  const sessions = await db
    .select()
    .from(access_token)
    .where(and(of(access_token), isNull(access_token.revoked_at), gt(access_token.expires_at, ctx.clock.now())))
    .orderBy(desc(access_token.seen_at))
    .limit(SHOWN)
  const notes = await db
    .select({ note: customer_note, operator_name: operator.name })
    .from(customer_note)
    .innerJoin(operator, eq(operator.id, customer_note.operator_id))
    .where(of(customer_note))
    .orderBy(desc(customer_note.id))
    .limit(SHOWN)
  return {
    ...customerRow(row, isOpen),
    rank_name,
    has_subscription,
    customer_rank_id: row.customer_rank_id,
    // A sole trader's company name may be a person's name.
    company_name: isOpen ? row.company_name : row.company_name && maskName(row.company_name),
    blocked_at: row.blocked_at?.toISOString() ?? null,
    leaving_at: row.withdrawn_at ? null : (row.leaving_at?.toISOString() ?? null),
    merged_into_id: row.merged_into_id,
    merged_ids: await mergedInto(db, row),
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    birthday: isOpen ? row.birthday : null,
    where_did_you_know: source_label,
    address: addressForOperator(row, isOpen),
    profile: isOpen ? profileOf(row) : null,
    mail_magazine_flag: row.mail_magazine_flag,
    line_magazine_flag: row.line_magazine_flag,
    addresses: addresses.map((one) => ({
      id: one.id,
      is_default: one.is_default,
      address: addressForOperator(one, isOpen),
      name: isOpen ? `${one.name01} ${one.name02}` : maskName(one.name01),
    })),
    orders: placed.map((one) => ({ ...one, created_at: one.created_at.toISOString() })),
    subscriptions: contracts,
    inquiries: written.map((one) => ({
      ...one,
      content: isOpen ? one.content : maskText(one.content),
      created_at: one.created_at.toISOString(),
    })),
    messages: await loadRecentMessages(db, shop_id, { customer_id: id }),
    consents: consents.map((one) => ({
      ...one,
      screen: one.screen && CONSENT_SCREEN_NAME[one.screen],
      created_at: one.created_at.toISOString(),
    })),
    sessions: sessions.map(({ id: session, device, network, seen_at }) => ({
      id: session,
      device,
      network,
      seen_at: seen_at.toISOString(),
    })),
    notes: notes.map(({ note, operator_name }) => ({
      ...note,
      operator_name,
      created_at: note.created_at.toISOString(),
      body: isOpen ? note.body : maskText(note.body),
    })),
    rank_events: await rankEvents(db, shop_id, id),
  }
}

const profileOf = (row: typeof customer.$inferSelect) => ({
  ...row,
  email: reachableEmail(row.email),
  company_name: row.company_name ?? '',
  company_name_kana: row.company_name_kana ?? '',
  manager_name: row.manager_name ?? '',
  manager_name_kana: row.manager_name_kana ?? '',
})

async function mergedInto(db: Queryable, { shop_id, id }: typeof customer.$inferSelect): Promise<number[]> {
  const rows = await db
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), eq(customer.merged_into_id, id)))
    .orderBy(asc(customer.id))
    .limit(SHOWN)
  return rows.map((one) => one.id)
}

async function rankEvents(db: Queryable, shop_id: number, customer_id: number) {
  const [from, to] = [alias(customer_rank, 'from_rank'), alias(customer_rank, 'to_rank')]
  const at = customer_rank_event.created_at
  const rankName = ({ id, rank_name: name }: Record<'id' | 'rank_name', SQLWrapper>) =>
    sql<
      string | null
    >`case when ${id} is not null then ${nameAtTimeSql('customer_rank', { shop_id, id, name, at })} end`
  const rows = await db
    .select({
      event: customer_rank_event,
      from_rank_name: rankName(from),
      to_rank_name: rankName(to),
    })
    .from(customer_rank_event)
    .leftJoin(from, and(eq(from.shop_id, shop_id), eq(from.id, customer_rank_event.from_rank_id)))
    .leftJoin(to, and(eq(to.shop_id, shop_id), eq(to.id, customer_rank_event.to_rank_id)))
    .where(and(eq(customer_rank_event.shop_id, shop_id), eq(customer_rank_event.customer_id, customer_id)))
    .orderBy(desc(customer_rank_event.id))
    .limit(SHOWN)
  return rows.map(({ event, ...names }) => ({ ...event, ...names, created_at: event.created_at.toISOString() }))
}
