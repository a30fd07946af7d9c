import { security_event } from '@kushi/db/schema/customer'
import { and, countDistinct, eq, gte, sql } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'

const HOURS = 24

/** As many wrong passwords as customers type are no attack. */
const UNUSUAL = { failed: 200, refused: 10 }

/** Signs of programs at the login and the registration in the last 24 hours; none where they are as few as customers make. */
export async function loadSignInAttacks({ db, shop_id, clock }: OperatorContext) {
  const { event, customer_id, created_at } = security_event
  const since = new Date(clock.now().getTime() - HOURS * 3_600_000)
  const [found] = await db
    .select({
      failed: sql<number>`count(*) filter (where ${event} = 'login_failed')`.mapWith(Number),
      refused: sql<number>`count(*) filter (where ${event} = 'register_refused')`.mapWith(Number),
      accounts: countDistinct(customer_id),
    })
    .from(security_event)
    .where(
      and(
        eq(security_event.shop_id, shop_id),
        gte(created_at, since),
        sql`${event} in ('login_failed', 'register_refused')`,
      ),
    )
  const isUnusual = found!.failed >= UNUSUAL.failed || found!.refused >= UNUSUAL.refused
  return isUnusual ? found! : { failed: 0, refused: 0, accounts: 0 }
}
