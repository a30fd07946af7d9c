import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { privacy_request } from '@kushi/db/schema/privacy'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { reachableEmail } from '../../../messaging/message/index.ts'
import { notFound } from '../../../shop-error.ts'
import type { MergeCandidate } from '../rules/merge.ts'
import { unfinishedSubscriptionsCondition } from './load-withdrawal-facts.ts'

/** One of the two members of a merge: the row, and the facts that decide whether they can be merged. */
export interface MergeMember {
  row: typeof customer.$inferSelect
  standing: MergeCandidate
}

/**
 * Loads one of the two members of a merge.
 * @throws ShopError 404
 */
export async function loadMergeMember(db: Queryable, shop_id: number, id: number): Promise<MergeMember> {
  const [row] = await db.select().from(customer).where(sameRowCondition(customer, { shop_id, id }))
  if (!row) throw notFound()
  const ownOrders = and(eq(orders.shop_id, shop_id), eq(orders.customer_id, id))
  const [unpaid] = await db
    .select({ order_no: orders.order_no })
    .from(orders)
    .where(and(ownOrders, eq(orders.status, 'payment_pending')))
    .orderBy(asc(orders.id))
    .limit(1)
  const [saving] = await db
    .select({ id: payment.id })
    .from(payment)
    .innerJoin(orders, refersToCondition(payment.order_id, orders))
    .where(and(ownOrders, eq(payment.save_card, true), inArray(payment.state, ['authorised', 'captured'])))
    .limit(1)
  const [asked] = await db
    .select({ id: privacy_request.id })
    .from(privacy_request)
    .where(
      and(
        eq(privacy_request.shop_id, shop_id),
        eq(privacy_request.customer_id, id),
        inArray(privacy_request.state, ['received', 'working']),
      ),
    )
    .limit(1)
  // Whoever reads the mailbox can set a password.
  const canLogIn = row.password_hash !== null || row.line_id !== null || reachableEmail(row.email) !== ''
  const standing: MergeCandidate = {
    id,
    is_withdrawn: row.withdrawn_at !== null,
    is_blocked: row.blocked_at !== null,
    is_company: row.account_type,
    is_approved: row.approved_at !== null,
    has_line: row.line_id !== null,
    is_verified: row.email_verified_at !== null || !canLogIn,
    has_proof: row.email_verified_at !== null || row.line_id !== null,
    has_subscriptions:
      (await db.$count(subscription, unfinishedSubscriptionsCondition({ shop_id, customer_id: id }))) > 0,
    has_cards: row.gmo_id !== null,
    card_subscription_ids: await onCards(db, shop_id, id),
    unpaid_order_no: unpaid?.order_no ?? null,
    is_saving_card: saving !== undefined,
    has_privacy_request: asked !== undefined,
    mail_magazine_flag: row.mail_magazine_flag,
    line_magazine_flag: row.line_magazine_flag,
  }
  return { row, standing }
}

/** Without cancelled subscriptions, which are no longer charged; reopening one requires choosing a card. */
async function onCards(db: Queryable, shop_id: number, customer_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        eq(subscription.shop_id, shop_id),
        eq(subscription.customer_id, customer_id),
        eq(subscription.payment_method_id, PAYMENT_METHOD.credit_card),
        ne(subscription.summary_status, SUBSCRIPTION_STATUS.cancel),
        ne(subscription.summary_status, 0),
      ),
    )
    .orderBy(asc(subscription.id))
  return rows.map((one) => one.id)
}
