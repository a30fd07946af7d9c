import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { person_sign, person_sign_progress } from '@kushi/db/schema/person'
import { privacy_request } from '@kushi/db/schema/privacy'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, asc, eq, gt, inArray, isNotNull, not, notExists, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { storePersonSigns } from './store-person-signs.ts'

const BATCH = 500

/**
 * The version of the signs. A new number restarts the backfill, for a `personSignsOf` that reads more from an order.
 */
const FORM = 2

/**
 * Job: stores the signs of orders that have none yet, such as old and moved-in orders. New orders get theirs when they
 * are placed. A new first key in SECRET_KEY starts it again; at its end the signs of other keys are deleted, but those that no
 * order says stay as long as their key is there. Returns the number of orders.
 */
export async function backfillPersonSigns(ctx: Context, budgetMs = 300_000): Promise<number> {
  const { db, shop_id } = ctx
  const end = performance.now() + budgetMs
  const [key_id, ...later] = ctx.secrets.signsOf('').map((sign) => sign.split('.')[0]!)
  const made_by = `${key_id}.${FORM}`
  const [known] = await db.select().from(person_sign_progress).where(eq(person_sign_progress.shop_id, shop_id))
  const isNew = known?.key_id !== made_by
  let from = isNew ? 0 : known.order_id
  let filled = 0
  for (let found = BATCH; found === BATCH && performance.now() < end; filled += found) {
    const rows = await db
      .select({ order: orders, account: customer })
      .from(orders)
      .innerJoin(customer, refersToCondition(orders.customer_id, customer))
      .where(and(eq(orders.shop_id, shop_id), gt(orders.id, from), isNotErased(ctx)))
      .orderBy(asc(orders.id))
      .limit(BATCH)
    found = rows.length
    if (found === 0) break
    await db.transaction(async (tx) => {
      await storePersonSigns(
        tx,
        ctx,
        // After 退会 only the order knows who it was.
        rows.map(({ order, account }) => ({
          customer_id: order.customer_id,
          account: account.withdrawn_at === null ? account : null,
          to: order,
        })),
      )
      from = rows.at(-1)!.order.id
      await tx
        .insert(person_sign_progress)
        .values({ shop_id, key_id: made_by, order_id: from })
        .onConflictDoUpdate({ target: person_sign_progress.shop_id, set: { key_id: made_by, order_id: from } })
    })
    if (found < BATCH)
      await db
        .delete(person_sign)
        .where(
          and(
            eq(person_sign.shop_id, shop_id),
            sql`not starts_with(${person_sign.sign}, ${`${key_id}.`})`,
            not(isOnlyHere(later)!),
          ),
        )
  }
  return filled
}

/** E-mail and LINE of who has left, or came as a guest of another system, of a key that is still known. */
const isOnlyHere = (keys: readonly string[]) =>
  and(
    inArray(person_sign.kind, ['mailbox', 'line']),
    sql`split_part(${person_sign.sign}, '.', 1) = any(${sql.param([...keys])}::text[])`,
    sql`exists (select from ${customer} where ${customer.shop_id} = ${person_sign.shop_id}
      and ${customer.id} = ${person_sign.customer_id} and ${customer.withdrawn_at} is not null)`,
  )

const isNotErased = ({ db, shop_id }: Context) =>
  notExists(
    db
      .select({ id: privacy_request.id })
      .from(privacy_request)
      .where(
        and(
          eq(privacy_request.shop_id, shop_id),
          eq(privacy_request.customer_id, orders.customer_id),
          isNotNull(privacy_request.erased_at),
        ),
      ),
  )
