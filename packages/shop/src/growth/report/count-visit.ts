import { landing_day } from '@kushi/db/schema/report'
import { sql } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { tryLimit } from '../../foundation/limit/index.ts'

/** The most pages and codes of a day that are counted apart; an address can contain anything. */
const MAX_OF_DAY = 1_000

/** 広告からの訪問: counts a visit by page and ad code. Visits from a network that sends too many are not counted. */
export const countVisit: Handler<'POST /v1/advertisement/visits/new'> = async (ctx, { landing_path, adcd }) => {
  const { db, shop_id, clock } = ctx
  if (!(await tryLimit(ctx, 'ad_visit', { address: ctx.ip, user_agent: ctx.user_agent }))) return {}
  const today = clock.today()
  const ofToday = sql`${landing_day} where shop_id = ${shop_id} and day = ${today}::date`
  await db.execute(sql`
    insert into ${landing_day} as v (shop_id, day, landing_path, adcd, visits)
    select ${shop_id}, ${today}::date, case when is_known then ${landing_path} else '' end, case when is_known then ${adcd ?? ''} else '' end, 1
    from (select exists (select from ${ofToday} and landing_path = ${landing_path} and adcd = ${adcd ?? ''})
      or (select count(*) from ${ofToday}) < ${MAX_OF_DAY} as is_known) k
    on conflict (shop_id, day, landing_path, adcd) do update set visits = v.visits + 1`)
  return {}
}
