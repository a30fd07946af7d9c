import { WatchForm } from '@kushi/contract/admin/watch'
import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { operator } from '@kushi/db/schema/operator'
import { watch_entry } from '@kushi/db/schema/person'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  canSeePersonalData,
  maskName,
  maskText,
  type OperatorContext,
  type OperatorQueryContext,
} from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound, refusedField } from '../../../shop-error.ts'
import { requireExistingCustomer } from '../../customer/index.ts'

const MOST = 500

const live = ({ shop_id }: OperatorQueryContext) =>
  and(eq(watch_entry.shop_id, shop_id), isNull(watch_entry.removed_at))
const subjectOf = (id: number) => ({ subject: 'customer', subject_id: id, subject_name: `会員 ${id}` })

/**
 * 注意リスト: the entries, newest first, and proposed members. A proposal comes from returned parcels or refused 後払い. Only
 * an operator adds an entry.
 */
export const listWatchEntries: AdminHandler<'GET /admin/v1/watch-entries'> = async (ctx) => {
  const rows = await ctx.db
    .select({ entry: watch_entry, name01: customer.name01, name02: customer.name02, author: operator.name })
    .from(watch_entry)
    .innerJoin(customer, refersToCondition(watch_entry.customer_id, customer))
    .leftJoin(operator, eq(operator.id, watch_entry.operator_id))
    .where(live(ctx))
    .orderBy(desc(watch_entry.id))
    .limit(MOST)
  const isOpen = canSeePersonalData(ctx)
  return {
    items: rows.map(({ entry: { customer_id, watch_effect, reason, expires_on, created_at }, author, ...name }) => ({
      customer_id,
      name: nameOf(name, isOpen),
      watch_effect,
      reason: isOpen ? reason : maskText(reason),
      expires_on,
      is_over: expires_on < ctx.clock.today(),
      author: author ?? '',
      created_at: created_at.toISOString(),
    })),
    proposals: await proposals(ctx),
  }
}

const nameOf = ({ name01, name02 }: { name01: string; name02: string }, isOpen: boolean) => {
  const name = `${name01} ${name02}`.trim()
  return isOpen ? name : maskName(name)
}

interface Proposal extends Record<string, unknown> {
  customer_id: number
  name01: string
  name02: string
  returned: number
  refused: number
}

/** Finds members to watch, from the last 180 days: returned parcels with cash or invoice, and refused 後払い. */
async function proposals(ctx: OperatorContext) {
  const since = new Date(ctx.clock.now().getTime() - 180 * 86_400_000)
  const { rows } = await ctx.db.execute<Proposal>(sql`
    with happened as (
      select o.customer_id, 1 as returned, 0 as refused from orders o
      where o.shop_id = ${ctx.shop_id} and o.status = 'returned' and o.created_at > ${since}
        and (o.payment_method_id is null or o.payment_method_id in (3, 4))
      union all
      select o.customer_id, 0, 1 from orders o
      where o.shop_id = ${ctx.shop_id} and o.status = 'payment_error' and o.created_at > ${since}
        and o.payment_method_id in (3, 4)
    )
    select h.customer_id, c.name01, c.name02, sum(h.returned)::int as returned, sum(h.refused)::int as refused
    from happened h join customer c on c.shop_id = ${ctx.shop_id} and c.id = h.customer_id
    where c.withdrawn_at is null and not exists (select from watch_entry w
      where w.shop_id = ${ctx.shop_id} and w.customer_id = h.customer_id and w.removed_at is null)
    group by h.customer_id, c.name01, c.name02
    order by sum(h.returned) desc, sum(h.refused) desc, h.customer_id desc limit 50`)
  const isOpen = canSeePersonalData(ctx)
  return rows.map(({ customer_id, returned, refused, ...name }) => ({
    customer_id: Number(customer_id),
    name: nameOf(name, isOpen),
    returned,
    refused,
  }))
}

/** Returns the watch-list entry of a member. null: none. */
export const showWatchEntry: AdminHandler<'GET /admin/v1/customers/{id}/watch'> = async (ctx, { id }) => {
  await requireExistingCustomer(ctx.db, ctx.shop_id, id)
  const [entry] = await ctx.db
    .select()
    .from(watch_entry)
    .where(and(live(ctx), eq(watch_entry.customer_id, id)))
  if (!entry) return { entry: null }
  const { watch_effect, reason, expires_on, created_at } = entry
  return {
    entry: {
      watch_effect,
      reason: canSeePersonalData(ctx) ? reason : maskText(reason),
      expires_on,
      is_over: expires_on < ctx.clock.today(),
      created_at: created_at.toISOString(),
    },
  }
}

/**
 * 注意リストに載せる: adds or replaces the entry of a member. Effective from the next quote.
 * @throws ShopError 404, 422 for an expiry in the past
 */
export const watchCustomer: AdminHandler<'PUT /admin/v1/customers/{id}/watch'> = (ctx, { id, ...input }) =>
  ctx.db.transaction(async (tx) => {
    if (input.expires_on < ctx.clock.today()) throw refusedField('expires_on', '今日以降の日付を選んでください。')
    await lock(tx, ctx, id)
    const before = await end(tx, ctx, id)
    const { shop_id } = ctx
    const { actor_kind, actor_id } = ctx.actor
    const operator_id = actor_kind === 'operator' ? actor_id : null
    await tx
      .insert(watch_entry)
      .values({ ...input, shop_id, customer_id: id, operator_id, created_at: ctx.clock.now() })
    await recordAudit(tx, ctx, { ...subjectOf(id), before, after: input })
    return {}
  })

/** 注意リストから外す. @throws ShopError 404 */
export const unwatchCustomer: AdminHandler<'DELETE /admin/v1/customers/{id}/watch'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    await lock(tx, ctx, id)
    const before = await end(tx, ctx, id)
    if (!before) throw notFound()
    await recordAudit(tx, ctx, { ...subjectOf(id), before, after: { watch_effect: null }, shape: WatchForm })
    return {}
  })

async function lock(tx: Tx, ctx: OperatorQueryContext, id: number): Promise<void> {
  const mine = and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, id), isNull(customer.withdrawn_at))
  const [row] = await tx.select({ id: customer.id }).from(customer).where(mine).for('no key update')
  if (!row) throw notFound()
}

/** The entry as it was; it stays, marked as removed. */
async function end(tx: Tx, ctx: OperatorQueryContext, id: number) {
  const [row] = await tx
    .update(watch_entry)
    .set({ removed_at: ctx.clock.now() })
    .where(and(live(ctx), eq(watch_entry.customer_id, id)))
    .returning()
  return row ? { watch_effect: row.watch_effect, reason: row.reason, expires_on: row.expires_on } : null
}
