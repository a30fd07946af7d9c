import type { Tx } from '@kushi/db/connect'
import { ad_letter, cart_tracking } from '@kushi/db/schema/abandonment'
import { ad_tracking } from '@kushi/db/schema/advertisement'
import { bank_refund } from '@kushi/db/schema/bank-refund'
import { consent_event, customer } from '@kushi/db/schema/customer'
import { shipping_decision } from '@kushi/db/schema/fulfilment'
import { inquiry } from '@kushi/db/schema/inquiry'
import { line_friend } from '@kushi/db/schema/line'
import {
  issued_document,
  order_credit,
  order_document,
  order_evidence,
  order_note,
  order_visit,
  orders,
} from '@kushi/db/schema/order'
import { payment_refund } from '@kushi/db/schema/payment'
import { order_check, person_sign, watch_entry } from '@kushi/db/schema/person'
import { point_entry } from '@kushi/db/schema/point'
import { privacy_request } from '@kushi/db/schema/privacy'
import { promotion_member, promotion_use, referral_code } from '@kushi/db/schema/promotion'
import { subscription, subscription_note } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import type { OrderStatus } from '@kushi/values/order-status'
import { GONE } from '@kushi/values/privacy-request'
import { and, eq, inArray, isNotNull, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { eraseHistory } from '../../../sales/subscription/index.ts'
import { keepsContact } from '../rules/privacy-state.ts'
import { eraseInquiries } from './erase-inquiries.ts'

type Member = typeof customer.$inferSelect

/** The prefecture of an erased address stays, for statistics. */
const erasedAddress = {
  name01: GONE,
  name02: '',
  kana01: '',
  kana02: '',
  phone_number: '',
  postal_code01: '000',
  postal_code02: '0000',
  addr01: '',
  addr02: '',
  addr03: '',
  delivery_notes: '',
  ad_user_id: null,
}
export const CLOSED_ORDER: OrderStatus[] = ['delivered', 'cancelled', 'returned', 'payment_error']

/**
 * Erases a former member's data from everything that is closed. `kept`: numbers of orders whose names the books still
 * need.
 */
export async function eraseTraces(tx: Tx, member: Member, now: Date): Promise<{ erased: number; kept: string[] }> {
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
    .where(and(eq(orders.shop_id, shop_id), eq(orders.customer_id, customer_id), inArray(orders.status, CLOSED_ORDER)))
  const open = rows.filter(({ name01 }) => name01 !== GONE)
  const kept = open.filter((row) => keepsContact({ ...row, is_company: member.account_type }, now))
  const ids = open.filter((row) => !kept.includes(row)).map(({ id }) => id)
  await eraseOrders(tx, shop_id, ids)
  const mine = and(eq(subscription.shop_id, shop_id), eq(subscription.customer_id, customer_id))
  const ended = await tx.update(subscription).set(erasedAddress).where(mine).returning({ id: subscription.id })
  const contracts = ended.map(({ id }) => id)
  await eraseNotes(tx, shop_id, contracts)
  await eraseHistory(tx, shop_id, contracts)
  // The record that somebody agreed stays, without who it was.
  await tx
    .update(consent_event)
    .set({ address: null })
    .where(and(eq(consent_event.shop_id, shop_id), eq(consent_event.customer_id, customer_id)))
  for (const table of [person_sign, watch_entry, promotion_member, referral_code])
    await tx.delete(table).where(and(eq(table.shop_id, shop_id), eq(table.customer_id, customer_id)))
  // Whom they introduced.
  await tx
    .update(promotion_use)
    .set({ introducer_id: null })
    .where(and(eq(promotion_use.shop_id, shop_id), eq(promotion_use.introducer_id, customer_id)))
  // The address by which a use was counted.
  const ofAddress = sql`${promotion_use.person_key} like 'address:%'`
  await tx
    .update(promotion_use)
    .set({ person_key: null })
    .where(and(eq(promotion_use.shop_id, shop_id), eq(promotion_use.customer_id, customer_id), ofAddress))
  await eraseWords(tx, member)
  await eraseSubjects(tx, member, [member, ...open])
  return { erased: ids.length, kept: kept.map(({ order_no }) => order_no) }
}

async function eraseOrders(tx: Tx, shop_id: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(orders)
    .set({ ...erasedAddress, wrapping: null })
    .where(and(eq(orders.shop_id, shop_id), inArray(orders.id, ids)))
  await tx
    .update(order_visit)
    .set({ click_ids: null })
    .where(and(eq(order_visit.shop_id, shop_id), inArray(order_visit.order_id, ids)))
  // What an outside service said of the person (不正注文の審査).
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
  for (const table of [order_note, shipping_decision])
    await tx.delete(table).where(and(eq(table.shop_id, shop_id), inArray(table.order_id, ids)))
  await tx
    .update(bank_refund)
    .set({
      state: sql`case when ${bank_refund.state} in ('asked', 'given') then 'withdrawn' else ${bank_refund.state} end`,
      sealed: null,
      masked: '',
      reason: '',
    })
    .where(and(eq(bank_refund.shop_id, shop_id), inArray(bank_refund.order_id, ids), ne(bank_refund.state, 'filed')))
  // Issued documents keep their number, so that a later one is still marked 再発行.
  await tx
    .update(order_document)
    .set({ addressee: GONE })
    .where(and(eq(order_document.shop_id, shop_id), inArray(order_document.order_id, ids)))
  await tx
    .update(issued_document)
    .set({ party: GONE, content: null, erased_at: sql`coalesce(${issued_document.erased_at}, now())` })
    .where(and(eq(issued_document.shop_id, shop_id), inArray(issued_document.order_id, ids)))
  // Amounts stay; what operators wrote beside them goes.
  for (const table of [order_credit, payment_refund])
    await tx
      .update(table)
      .set({ note: '' })
      .where(and(eq(table.shop_id, shop_id), inArray(table.order_id, ids)))
  await tx
    .update(order_evidence)
    .set({ user_agent: '', shown: sql`${order_evidence.shown} - 'text'` })
    .where(and(eq(order_evidence.shop_id, shop_id), inArray(order_evidence.order_id, ids)))
}

async function eraseNotes(tx: Tx, shop_id: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(subscription_note)
    .where(and(eq(subscription_note.shop_id, shop_id), inArray(subscription_note.subscription_id, ids)))
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

/** Erases the texts from and to the member. A message that is still waiting is not touched. */
async function eraseWords(tx: Tx, member: Member): Promise<void> {
  const { shop_id, id: customer_id } = member
  const line_ids = await lineIds(tx, member)
  await eraseInquiries(tx, shop_id, eq(inquiry.customer_id, customer_id))
  await tx
    .update(privacy_request)
    .set({ content: GONE })
    .where(and(eq(privacy_request.shop_id, shop_id), eq(privacy_request.customer_id, customer_id)))
  await tx
    .update(outbox)
    .set({ payload: {} })
    .where(and(eq(outbox.shop_id, shop_id), eq(outbox.customer_id, customer_id), ne(outbox.state, 'waiting')))
  // The figures stay; an operator's words may name the person.
  await tx
    .update(point_entry)
    .set({ reason: GONE })
    .where(
      and(
        eq(point_entry.shop_id, shop_id),
        eq(point_entry.customer_id, customer_id),
        eq(point_entry.point_kind, 'adjust'),
      ),
    )
  await tx
    .update(cart_tracking)
    .set({ email: null, ad_user_id: null })
    .where(and(eq(cart_tracking.shop_id, shop_id), eq(cart_tracking.customer_id, customer_id)))
  await tx.delete(ad_letter).where(and(eq(ad_letter.shop_id, shop_id), eq(ad_letter.customer_id, customer_id)))
  if (line_ids.length === 0) return
  await tx
    .delete(line_friend)
    .where(and(eq(line_friend.shop_id, shop_id), inArray(line_friend.line_user_id, line_ids), hasNoMember(tx)))
  await tx
    .update(ad_tracking)
    .set({ line_user_id: null })
    .where(and(eq(ad_tracking.shop_id, shop_id), inArray(ad_tracking.line_user_id, line_ids)))
}

/** Subjects of older messages may contain the name; new ones can't. */
async function eraseSubjects(
  tx: Tx,
  { shop_id, id: customer_id }: Member,
  called: Pick<Member, 'name01' | 'name02'>[],
): Promise<void> {
  const names = new Set(called.filter(({ name01 }) => name01 !== '').map(({ name01, name02 }) => `${name01} ${name02}`))
  if (names.size === 0) return
  await tx
    .update(outbox)
    .set({ subject: GONE })
    .where(
      and(
        eq(outbox.shop_id, shop_id),
        eq(outbox.customer_id, customer_id),
        ne(outbox.state, 'waiting'),
        or(...[...names].map((name) => sql`strpos(${outbox.subject}, ${name}) > 0`)),
      ),
    )
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
