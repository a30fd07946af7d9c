import type { Queryable } from '@kushi/db/connect'
import { ad_campaign, ad_tracking } from '@kushi/db/schema/advertisement'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { csvFile, recordExport } from '../../../foundation/csv/index.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'

const DAYS = 30
const PER_PAGE = 100
/** The most codes of a shop. */
const MOST = 50_000

interface Row extends Record<string, unknown> {
  adcd: string
  campaign_name: string | null
  group_name: string
  is_open: boolean
  greeting: string
  visits: number
  friends: number
  members: number
  orders: number
  amount: number
}

interface AdCodeQuestion {
  from: CalendarDate
  to: CalendarDate
  q?: string | undefined
  group?: string | undefined
  /** null: all of them. */
  page: number | null
}

/** The figures per advert code, including codes without a name. Unpaid and returned orders do not count. */
async function figures(
  { db, shop_id }: OperatorContext,
  { from, to, q, group, page }: AdCodeQuestion,
): Promise<{ rows: Row[]; total: number }> {
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${`${from}T00:00:00+09:00`}::timestamptz and ${sql.raw(column)} < ${`${addDays(to, 1)}T00:00:00+09:00`}::timestamptz`
  const wanted = sql.join(
    [
      sql`true`,
      ...(q ? [sql`(strpos(lower(s.adcd), lower(${q})) > 0 or strpos(lower(c.campaign_name), lower(${q})) > 0)`] : []),
      ...(group === undefined ? [] : [sql`coalesce(c.group_name, '') = ${group}`]),
    ],
    sql` and `,
  )
  const { rows } = await db.execute<Row & { total: number }>(sql`
    with seen as (
      select adcd, count(*) as visits, count(friend_added_at) as friends, 0 as members, 0 as orders, 0 as amount
        from ${ad_tracking} where shop_id = ${shop_id} and ${within('created_at')} group by adcd
      union all select adcd, 0, 0, count(*), 0, 0
        from ${customer} where shop_id = ${shop_id} and adcd is not null and ${within('created_at')} group by adcd
      union all select adcd, 0, 0, 0, count(*), sum(payment_total)
        from ${orders} where shop_id = ${shop_id} and adcd is not null and ${within('created_at')}
          and status in ${COUNTED_ORDER_STATUSES} and replaces_order_id is null group by adcd
      union all select adcd, 0, 0, 0, 0, 0 from ${ad_campaign} where shop_id = ${shop_id})
    select s.adcd, (count(*) over ())::int as total, max(c.campaign_name) as campaign_name, coalesce(max(c.group_name), '') as group_name, coalesce(bool_or(c.is_open), false) as is_open,
      coalesce(max(c.greeting), '') as greeting, sum(visits)::int as visits, sum(friends)::int as friends,
      sum(members)::int as members, sum(orders)::int as orders, sum(amount)::float8 as amount
    from seen s left join ${ad_campaign} c on c.shop_id = ${shop_id} and c.adcd = s.adcd
    where ${wanted}
    group by s.adcd order by orders desc, friends desc, s.adcd
    limit ${page === null ? MOST : PER_PAGE} offset ${page === null ? 0 : (page - 1) * PER_PAGE}`)
  return { rows: rows.map(({ total: _, ...row }) => row as Row), total: rows[0]?.total ?? 0 }
}

export const listAdCodes: AdminHandler<'GET /admin/v1/ad-codes'> = async (ctx, input) => {
  const to = input.to ?? ctx.clock.today()
  const from = input.from ?? addDays(to, 1 - DAYS)
  const campaign_url = `${shopUrl(ctx.settings, ctx.shop_id)}/v1/line/campaign/`
  const [{ rows, total }, groups] = await Promise.all([
    figures(ctx, { ...input, from, to, page: input.page ?? 1 }),
    ctx.db
      .selectDistinct({ group_name: ad_campaign.group_name })
      .from(ad_campaign)
      .where(and(eq(ad_campaign.shop_id, ctx.shop_id), ne(ad_campaign.group_name, '')))
      .orderBy(asc(ad_campaign.group_name)),
  ])
  return {
    from,
    to,
    campaign_url,
    items: rows,
    total,
    per_page: PER_PAGE,
    groups: groups.map(({ group_name }) => group_name),
  }
}

export const exportAdCodes: AdminHandler<'POST /admin/v1/ad-codes/export'> = async (ctx, { from, to, encoding }) => {
  const { rows } = await figures(ctx, { from, to, page: null })
  await recordExport(ctx, '広告コード', { from, to })
  async function* once() {
    yield rows
  }
  return csvFile(`ad-codes-${from}-${to}`, columns, encoding, once())
}

const columns = [
  { head: '広告コード', of: (row: Row) => row.adcd },
  { head: '名前', of: (row: Row) => row.campaign_name },
  { head: 'グループ', of: (row: Row) => row.group_name },
  { head: 'キャンペーンの訪問', of: (row: Row) => row.visits },
  { head: 'LINE友だち', of: (row: Row) => row.friends },
  { head: '会員登録', of: (row: Row) => row.members },
  { head: '注文', of: (row: Row) => row.orders },
  { head: '注文の金額', of: (row: Row) => row.amount },
]

const subjectOf = (adcd: string, campaign_name: string) => ({
  subject: 'ad_campaign',
  subject_id: adcd,
  subject_name: `広告コード ${campaign_name}`,
})

/** @throws ShopError 422 when the code is taken */
export const addAdCode: AdminHandler<'POST /admin/v1/ad-codes'> = async (ctx, input) => {
  await ctx.db.transaction(async (tx) => {
    await refuseTooMany(tx, ctx)
    const [added] = await tx
      .insert(ad_campaign)
      .values({ ...input, shop_id: ctx.shop_id, created_at: ctx.clock.now() })
      .onConflictDoNothing()
      .returning()
    if (!added) throw refusedField('adcd', 'このコードは、もう登録されています。')
    await recordAudit(tx, ctx, { ...subjectOf(input.adcd, input.campaign_name), after: input })
  })
  return {}
}

async function refuseTooMany(tx: Queryable, { shop_id }: OperatorContext): Promise<void> {
  if ((await tx.$count(ad_campaign, eq(ad_campaign.shop_id, shop_id))) >= MOST)
    throw new ShopError(409, 'ERROR_TOO_MANY', `広告コードは${MOST.toLocaleString('ja-JP')}件まで登録できます。`)
}

/** @throws ShopError 404 */
export const changeAdCode: AdminHandler<'PUT /admin/v1/ad-codes/{adcd}'> = async (ctx, { adcd, ...set }) => {
  const mine = and(eq(ad_campaign.shop_id, ctx.shop_id), eq(ad_campaign.adcd, adcd))
  await ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(ad_campaign).where(mine).for('update')
    if (!before) throw notFound()
    await tx.update(ad_campaign).set(set).where(mine)
    const { campaign_name, group_name, is_open, greeting } = before
    await recordAudit(tx, ctx, {
      ...subjectOf(adcd, set.campaign_name),
      before: { campaign_name, group_name, is_open, greeting },
      after: set,
    })
  })
  return {}
}
