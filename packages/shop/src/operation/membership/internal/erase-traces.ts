import type { Tx } from '@kushi/db/connect'
import { ad_tracking } from '@kushi/db/schema/advertisement'
import { customer } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { line_friend } from '@kushi/db/schema/line'
import { merge_request } from '@kushi/db/schema/merge-request'
import { issued_document, orders } from '@kushi/db/schema/order'
import { order_check } from '@kushi/db/schema/person'
import { promotion_code, promotion_use } from '@kushi/db/schema/promotion'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import type { OrderStatus } from '@kushi/values/order-status'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import { and, eq, inArray, isNotNull, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { erasePersonalHistory } from '../../../sales/subscription/index.ts'
import { mustKeepOrderContact } from '../rules/privacy-state.ts'
import { eraseInquiries } from './erase-inquiries.ts'
import { personalDataTables } from './person-tables.ts'

type Member = typeof customer.$inferSelect

/** Statuses of closed orders, whose personal data an erasure may erase. */
export const CLOSED_ORDER_STATUSES: OrderStatus[] = ['delivered', 'cancelled', 'returned', 'payment_error']

/**
 * Erases a former member's data from everything that is closed. `kept`: numbers of orders whose names the books still
 * need.
 */
export async function eraseFormerMemberData(
  tx: Tx,
  member: Member,
  now: Date,
): Promise<{ erased: number; kept: string[] }> {
  const { shop_id, id: customer_id } = member
  const rows = await tx
    .select({
      id: orders.id,
      order_no: orders.order_no,
      updated_at: orders.updated_at,
      name01: orders.name01,
      name02: orders.name02,
      payment_method_id: orders.payment_method_id,
    })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, shop_id),
        eq(orders.customer_id, customer_id),
        inArray(orders.status, CLOSED_ORDER_STATUSES),
      ),
    )
  const open = rows.filter(({ name01 }) => name01 !== ERASED_NAME)
  const kept = open.filter((row) => mustKeepOrderContact({ ...row, is_company: member.account_type }, now))
  const ids = open.filter((row) => !kept.includes(row)).map(({ id }) => id)
  const contracts = await tx
    .select({ id: subscription.id })
    .from(subscription)
    .where(and(eq(subscription.shop_id, shop_id), eq(subscription.customer_id, customer_id)))
  const erasure: Erasure = {
    member,
    now,
    orders: ids,
    contracts: contracts.map((one) => one.id),
    line_ids: await lineIds(tx, member),
    names: [member, ...open].filter((one) => one.name01 !== '').map((one) => `${one.name01} ${one.name02}`),
  }
  for (const { table, columns, facts } of personalDataTables) {
    const { erased } = facts
    if ('does' in erased || 'stays' in erased) continue
    const whose = theirRows(columns, facts.by, erasure)
    if (!whose) continue
    if ('rows' in erased) await tx.delete(table).where(whose)
    else await tx.update(table).set(erased.sets).where(and(whose, erased.only))
  }
  for (const erase of Object.values(personalDataErasers)) await erase(tx, erasure)
  return { erased: ids.length, kept: kept.map(({ order_no }) => order_no) }
}

interface Erasure {
  member: Member
  now: Date
  /** Closed orders whose names the books need no longer. */
  orders: number[]
  contracts: number[]
  line_ids: string[]
  /** The names of the member. */
  names: string[]
}

/** The rows of a table that are erased now, by lists of ids, because Citus does not update a row from other rows; null: none. */
function theirRows(
  { shop_id, id, order_id, subscription_id, customer_id }: Record<string, AnyPgColumn>,
  by: string | readonly string[],
  { member, orders: placed, contracts }: Erasure,
): SQL | undefined {
  const ofShop = eq(shop_id!, member.shop_id)
  if (by === 'order_id') return placed.length === 0 ? undefined : and(ofShop, inArray(order_id!, placed))
  if (by === 'subscription_id')
    return contracts.length === 0 ? undefined : and(ofShop, inArray(subscription_id!, contracts))
  if (by !== 'customer_id') throw new Error(`no erasure by ${by}`)
  if (id?.table === orders) return placed.length === 0 ? undefined : and(ofShop, inArray(id, placed))
  return and(ofShop, eq(customer_id!, member.id))
}

/**
 * Functions that erase data for which the facts of a table are not enough. The keys are the names in `erased.does` of
 * the table facts.
 */
export const personalDataErasers: Readonly<Record<string, (tx: Tx, erasure: Erasure) => Promise<unknown>>> = {
  eraseUses,
  eraseOpinions,
  eraseDocuments,
  eraseHistory: (tx, { member, contracts }) => erasePersonalHistory(tx, member.shop_id, contracts),
  eraseInquiries: (tx, { member }) => eraseInquiries(tx, member.shop_id, eq(inquiry.customer_id, member.id)),
  eraseMessages,
  eraseLineAccounts,
  eraseIdentityChecks,
}

/** Erases whom the member introduced, and the address by which a use was counted. */
async function eraseUses(tx: Tx, erasure: Erasure): Promise<void> {
  const { shop_id, id: customer_id } = erasure.member
  await tx
    .update(promotion_use)
    .set({ introducer_id: null })
    .where(and(eq(promotion_use.shop_id, shop_id), eq(promotion_use.introducer_id, customer_id)))
  const ofAddress = sql`${promotion_use.person_key} like 'address:%'`
  await tx
    .update(promotion_use)
    .set({ person_key: null })
    .where(and(eq(promotion_use.shop_id, shop_id), eq(promotion_use.customer_id, customer_id), ofAddress))
  await eraseIssuedCodes(tx, erasure)
}

/** Erases 発行先 of codes: of a code that only the member could use, and every 発行先 that names them. */
async function eraseIssuedCodes(tx: Tx, { member, names }: Erasure): Promise<void> {
  const { shop_id, id: customer_id, email } = member
  const plain = [...names, ...(email ? [email] : [])].map((word) => word.toLowerCase().replaceAll(/\s/g, ''))
  const words = [...new Set(plain)].filter((word) => word !== ERASED_NAME)
  const told = sql`regexp_replace(lower(${promotion_code.issued_to}), '\\s', '', 'g')`
  const isUsed = sql`exists (select from ${promotion_use} u where u.shop_id = ${promotion_code.shop_id}
    and u.promotion_code_id = ${promotion_code.id} and u.customer_id = ${customer_id})`
  await tx
    .update(promotion_code)
    .set({ issued_to: ERASED_NAME })
    .where(
      and(
        eq(promotion_code.shop_id, shop_id),
        ne(promotion_code.issued_to, ''),
        or(and(eq(promotion_code.max_uses, 1), isUsed), ...words.map((word) => sql`strpos(${told}, ${word}) > 0`)),
      ),
    )
}

/** How an operator identified them before a merge, and the other account's owner with it. */
async function eraseIdentityChecks(tx: Tx, { member: { shop_id, id } }: Erasure): Promise<void> {
  await tx
    .update(merge_request)
    .set({ identity_check: ERASED_NAME, kept_identity_check: ERASED_NAME })
    .where(
      and(
        eq(merge_request.shop_id, shop_id),
        or(eq(merge_request.customer_id, id), eq(merge_request.kept_id, id)),
        ne(merge_request.identity_check, ''),
      ),
    )
}

/** Erases the assessment of the person by an outside service (不正注文の審査). */
async function eraseOpinions(tx: Tx, { member: { shop_id }, orders: ids }: Erasure): Promise<void> {
  await tx
    .update(order_check)
    .set({
      matches: sql`(select jsonb_agg(one - 'reasons' order by no) from jsonb_array_elements(${order_check.matches}) with ordinality m(one, no))`,
    })
    .where(
      and(
        eq(order_check.shop_id, shop_id),
        inArray(order_check.order_id, ids),
        sql`jsonb_path_exists(${order_check.matches}, '$[*].reasons')`,
      ),
    )
}

/** Issued documents keep their number, so that a later one is still marked 再発行, and when they were erased first. */
async function eraseDocuments(tx: Tx, { member: { shop_id }, orders: ids, now }: Erasure): Promise<void> {
  await tx
    .update(issued_document)
    .set({ party: ERASED_NAME, content: null, erased_at: now })
    .where(
      and(
        eq(issued_document.shop_id, shop_id),
        inArray(issued_document.order_id, ids),
        isNull(issued_document.erased_at),
      ),
    )
}

/**
 * Returns the LINE accounts of messages from and to the member. After a withdrawal the member's own row no longer has
 * it.
 */
async function lineIds(tx: Tx, { shop_id, id: customer_id, line_id }: Member): Promise<string[]> {
  const wrote = await tx
    .selectDistinct({ id: inquiry.line_id })
    .from(inquiry)
    .where(and(eq(inquiry.shop_id, shop_id), eq(inquiry.customer_id, customer_id), isNotNull(inquiry.line_id)))
  const got = await tx
    .selectDistinct({ id: sql<string | null>`${outbox.payload}->>'to'` })
    .from(outbox)
    .where(and(eq(outbox.shop_id, shop_id), eq(outbox.customer_id, customer_id), eq(outbox.kind, 'line')))
  return [...new Set([line_id, ...[...wrote, ...got].map(({ id }) => id)])].filter((id) => id !== null)
}

/** Texts to the member; a message that is still waiting is not touched. Subjects of older ones may contain the name; new ones can't. */
async function eraseMessages(tx: Tx, { member: { shop_id, id: customer_id }, names }: Erasure): Promise<void> {
  const done = and(eq(outbox.shop_id, shop_id), eq(outbox.customer_id, customer_id), ne(outbox.state, 'waiting'))
  await tx.update(outbox).set({ payload: {} }).where(done)
  if (names.length === 0) return
  const named = or(...[...new Set(names)].map((name) => sql`strpos(${outbox.subject}, ${name}) > 0`))
  await tx.update(outbox).set({ subject: ERASED_NAME }).where(and(done, named))
}

async function eraseLineAccounts(tx: Tx, { member: { shop_id }, line_ids }: Erasure): Promise<void> {
  await tx
    .delete(line_friend)
    .where(and(eq(line_friend.shop_id, shop_id), inArray(line_friend.line_user_id, line_ids), hasNoMember(tx)))
  await tx
    .update(ad_tracking)
    .set({ line_user_id: null })
    .where(and(eq(ad_tracking.shop_id, shop_id), inArray(ad_tracking.line_user_id, line_ids)))
}

/** Keeps a LINE account that another member has linked since. */
const hasNoMember = (tx: Tx) =>
  notExists(
    tx
      .select({ id: customer.id })
      .from(customer)
      .where(
        and(
          eq(customer.shop_id, line_friend.shop_id),
          eq(customer.line_id, line_friend.line_user_id),
          isNull(customer.withdrawn_at),
        ),
      ),
  )
