import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { privacy_request } from '@kushi/db/schema/privacy'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import { and, asc, eq, exists, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { recordAuditBySystem } from '../../foundation/audit/index.ts'
import { hasPersonalTextCondition } from '../../sales/subscription/index.ts'
import { CLOSED_ORDER_STATUSES, eraseFormerMemberData } from './internal/erase-traces.ts'
import { mustKeepOrderContact } from './rules/privacy-state.ts'

/**
 * Job: erases what an erasure had to keep: contact data of orders when their retention ends, messages that were waiting
 * at the time and have been sent since, and names in the history of subscriptions. Returns the number of orders whose
 * names were erased.
 */
export async function eraseExpiredPersonalData(ctx: Context): Promise<number> {
  let total = 0
  for (const id of new Set([...(await dueMembers(ctx)), ...(await messagedSince(ctx)), ...(await namedSince(ctx))])) {
    const { erased } = await ctx.db.transaction(async (tx) => {
      const [member] = await tx
        .select()
        .from(customer)
        .where(sameRowCondition(customer, { shop_id: ctx.shop_id, id }))
        .for('update')
      const done = await eraseFormerMemberData(tx, member!, ctx.clock.now())
      await recordAuditBySystem(
        tx,
        { ...ctx, action: 'privacy-kept' },
        { ...about(id), after: { erased: done.erased } },
      )
      return done
    })
    total += erased
  }
  return total
}

/** Returns former members with a message that was waiting at their erasure and has been sent or given up since. */
async function messagedSince({ db, shop_id }: Context): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: privacy_request.customer_id })
    .from(privacy_request)
    .innerJoin(outbox, and(eq(outbox.shop_id, shop_id), eq(outbox.customer_id, privacy_request.customer_id)))
    .where(
      and(
        eq(privacy_request.shop_id, shop_id),
        isNotNull(privacy_request.erased_at),
        ne(outbox.state, 'waiting'),
        ne(outbox.payload, sql`'{}'`),
      ),
    )
  return rows.map(({ id }) => id)
}

/**
 * Returns former members named in the history of a subscription: written after their erasure, or before erasures
 * covered it.
 */
async function namedSince({ db, shop_id }: Context): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: privacy_request.customer_id })
    .from(privacy_request)
    .innerJoin(
      subscription,
      and(eq(subscription.shop_id, shop_id), eq(subscription.customer_id, privacy_request.customer_id)),
    )
    .innerJoin(
      subscription_event,
      and(eq(subscription_event.shop_id, shop_id), eq(subscription_event.subscription_id, subscription.id)),
    )
    .where(and(eq(privacy_request.shop_id, shop_id), isNotNull(privacy_request.erased_at), hasPersonalTextCondition))
  return rows.map(({ id }) => id)
}

const about = (id: number) => ({ subject: 'customer', subject_id: id, subject_name: `会員 ${id}` })

/** Returns former members whose orders still contain their names although the retention has ended. */
async function dueMembers({ db, shop_id, clock }: Context): Promise<number[]> {
  const erasure = db
    .select({ id: privacy_request.id })
    .from(privacy_request)
    .where(
      and(
        eq(privacy_request.shop_id, shop_id),
        eq(privacy_request.customer_id, customer.id),
        isNotNull(privacy_request.erased_at),
      ),
    )
  const rows = await db
    .select({
      id: customer.id,
      is_company: customer.account_type,
      payment_method_id: orders.payment_method_id,
      updated_at: orders.updated_at,
    })
    .from(customer)
    .innerJoin(orders, and(eq(orders.shop_id, shop_id), eq(orders.customer_id, customer.id)))
    .where(
      and(
        eq(customer.shop_id, shop_id),
        exists(erasure),
        ne(orders.name01, ERASED_NAME),
        inArray(orders.status, CLOSED_ORDER_STATUSES),
      ),
    )
    .orderBy(asc(customer.id))
  const due = rows.filter((row) => !mustKeepOrderContact(row, clock.now()))
  return [...new Set(due.map(({ id }) => id))]
}
