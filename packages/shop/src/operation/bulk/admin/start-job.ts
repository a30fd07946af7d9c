import { BulkOrderAction, MessageJob, SubscriptionJob } from '@kushi/contract/admin/bulk'
import { customerList } from '@kushi/contract/admin/customer'
import type { List, ListSelection } from '@kushi/contract/admin/list'
import { orderList } from '@kushi/contract/admin/order'
import { subscriptionList } from '@kushi/contract/admin/subscription'
import type { FieldSchema } from '@kushi/contract/field-meta'
import type { Tx } from '@kushi/db/connect'
import { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { subscription } from '@kushi/db/schema/subscription'
import { asksForMemberAgreement, type BulkKind } from '@kushi/values/bulk-job'
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  type ListSource,
  listFilterConditions,
  type OperatorContext,
} from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { customerListSource } from '../../../people/customer/index.ts'
import { orderListSource } from '../../../sales/order/index.ts'
import { subscriptionListSource } from '../../../sales/subscription/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { bulkOperation } from '../internal/bulk-operations.ts'
import { checkBulkMessageText } from '../internal/compose-message.ts'
import { checkPriceChangeDay, checkPriceChangeParams } from '../internal/kinds/change-price.ts'
import { checkProductSwapParams } from '../internal/kinds/swap-product.ts'
import { processBulkJobs } from '../process-bulk-jobs.ts'
import { bulkJobView } from './show-jobs.ts'

/** The most unfinished jobs of a shop at the same time. */
const MAX_OPEN = 5

/** The most rows of one job; for more, the operator has to narrow the filters. */
const MOST = 100_000

interface JobRequest {
  kind: BulkKind
  filter: ListSelection
  ids: number[] | null
  notify: boolean
  params: Record<string, unknown>
}

/**
 * 定期便のまとめて変更, on exactly what the list shows now; later rows are not included. The job starts with a dry run and then
 * waits until an operator runs it.
 */
export const startBulkSubscriptionJob: AdminHandler<'POST /admin/v1/bulk-jobs/subscriptions'> = async (ctx, asked) => {
  const params = await namedParams(ctx, asked)
  // A price increase needs the member's agreement, so the member is always notified.
  const notify = asked.notify || asksForMemberAgreement(asked.kind)
  const where = shown(subscriptionList, subscriptionListSource(ctx), asked)
  const rows = sql`${subscription.id}, ${'定期便 '} || ${subscription.id}, null::bigint[] from ${subscription} where ${where}`
  return start(ctx, { ...asked, notify, params }, rows, SubscriptionJob)
}

/** The params with the names of the products that the job concerns. */
function namedParams(ctx: OperatorContext, asked: SubscriptionJob) {
  if (asked.kind === 'swap_product') return checkProductSwapParams(ctx.db, ctx.shop_id, asked.params)
  if (asked.kind === 'change_fees') return checkPriceChangeDay(ctx, asked.params)
  return asked.kind === 'change_price' ? checkPriceChangeParams(ctx, asked.params) : asked.params
}

export const startBulkOrderJob: AdminHandler<'POST /admin/v1/bulk-jobs/orders'> = (ctx, asked) => {
  const where = shown(orderList, orderListSource(ctx), asked)
  return start(
    ctx,
    asked,
    sql`${orders.id}, ${orders.order_no}, null::bigint[] from ${orders} where ${where}`,
    BulkOrderAction,
  )
}

/** 一斉送信 to the members that a list shows, once to each. @throws ShopError 422 for an unknown placeholder */
export const startBulkMessageJob: AdminHandler<'POST /admin/v1/bulk-jobs/messages'> = async (
  ctx,
  { to, ...params },
) => {
  const { list, filter, ids } = to
  checkBulkMessageText({ ...params, list })
  const asked: JobRequest = { kind: 'send_message', filter, ids, notify: true, params: { ...params, list } }
  const listed = sql`${customer} join (${membersOf(ctx, to)}) listed on listed.customer_id = ${customer.id}`
  const members = sql`${customer.id}, ${'会員 '} || ${customer.id}, listed.about_ids from ${listed} where ${customer.shop_id} = ${ctx.shop_id}`
  return start(ctx, asked, members, MessageJob)
}

/** Selects the members of a list, newest first, with the ids that it shows of each. */
function membersOf(ctx: OperatorContext, to: MessageJob['to']): SQL {
  switch (to.list) {
    case 'subscriptions':
      return sql`select ${subscription.customer_id}, array_agg(${subscription.id} order by ${subscription.id} desc) as about_ids
        from ${subscription} where ${shown(subscriptionList, subscriptionListSource(ctx), to)} group by ${subscription.customer_id}`
    case 'orders':
      return sql`select ${orders.customer_id}, array_agg(${orders.id} order by ${orders.id} desc) as about_ids
        from ${orders} where ${shown(orderList, orderListSource(ctx), to)} group by ${orders.customer_id}`
    case 'customers':
      return sql`select ${customer.id} as customer_id, null::bigint[] as about_ids
        from ${customer} where ${shown(customerList, customerListSource(ctx), to)}`
  }
}

type Source<L extends List> = Pick<ListSource<L, never>, 'where' | 'id' | 'filters' | 'search'>

/** The rows that the list shows with these filters, or only the selected ones. */
const shown = <L extends List>(list: L, source: Source<L>, { filter, ids }: Pick<JobRequest, 'filter' | 'ids'>) =>
  and(source.where, ...listFilterConditions(list, filter, source), ids ? inArray(source.id, ids) : undefined)

async function start(ctx: OperatorContext, asked: JobRequest, rows: SQL, shape: FieldSchema) {
  const { shop_id } = ctx
  const { kind, filter, notify, params, ids } = asked
  const now = ctx.clock.now()
  const job = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bulk jobs'), ${shop_id}::int)`)
    const before = kind === 'send_message' ? await sameMessage(tx, ctx, asked) : null
    if (before) {
      await recordAudit(tx, ctx, { ...bulkJobAuditSubject(before), after: { asked_again: true } })
      return before
    }
    await refuseMany(tx, shop_id, kind)
    const { id: operator_id, name: operator_name } = ctx.operator
    const [added] = await tx
      .insert(bulk_job)
      .values({
        shop_id,
        kind,
        params,
        notify,
        operator_id,
        operator_name,
        state: 'checking',
        counts: {},
        filter: { ...filter, ...(ids && { ids }) },
        created_at: now,
        updated_at: now,
      })
      .returning()
    const { rowCount } = await tx.execute(sql`
      insert into ${bulk_job_row} (shop_id, job_id, state, subject_id, subject_name, about_ids)
      select ${shop_id}::bigint, ${added!.id}::bigint, 'waiting', picked.*
      from (select ${rows} limit ${MOST + 1}) picked`)
    const waiting = rowCount ?? 0
    if (waiting === 0)
      throw new ShopError(422, 'ERROR_NOTHING_CHOSEN', '対象がありません。一覧の絞り込みをご確認ください。')
    if (waiting > MOST)
      throw new ShopError(409, 'ERROR_TOO_MANY', '一度にできるのは10万件までです。絞り込みを加えてください。')
    const [job] = await tx
      .update(bulk_job)
      .set({ counts: { waiting } })
      .where(and(sql`${bulk_job.shop_id} = ${shop_id}`, sql`${bulk_job.id} = ${added!.id}`))
      .returning()
    // The words of a message are fields of its call; another job has them in `params`.
    const after = { kind, filter, ids, ...(kind === 'send_message' ? params : { params }), notify, rows: waiting }
    const is_notice = kind === 'send_message' && params.is_advert === false
    await recordAudit(tx, ctx, { ...bulkJobAuditSubject(job!), after, shape, is_notice })
    return job!
  })
  ctx.afterwards(async () => void (await processBulkJobs(ctx, { workers: 2, budgetMs: 5_000 })))
  return bulkJobView(job, now)
}

/** A repeated request within so long, or while the first job waits for its time, returns the first job. */
const AGAIN_MS = 10 * 60_000

/**
 * Finds a job with the same text for the same list by the same operator, started a moment ago or waiting for its time;
 * null: there is none.
 */
async function sameMessage(tx: Tx, { shop_id, operator, clock }: OperatorContext, asked: JobRequest) {
  const { kind, filter, ids, params } = asked
  const recent = gt(bulk_job.created_at, new Date(clock.now().getTime() - AGAIN_MS))
  const waits = and(eq(bulk_job.state, 'checked'), isNotNull(bulk_job.run_at))
  const [found] = await tx
    .select()
    .from(bulk_job)
    .where(
      and(
        eq(bulk_job.shop_id, shop_id),
        eq(bulk_job.kind, kind),
        eq(bulk_job.operator_id, operator.id),
        notInArray(bulk_job.state, ['discarded', 'stopped']),
        or(recent, waits),
        sql`${bulk_job.params} = ${JSON.stringify(params)}::jsonb`,
        sql`${bulk_job.filter} = ${JSON.stringify({ ...filter, ...(ids && { ids }) })}::jsonb`,
      ),
    )
    .orderBy(desc(bulk_job.id))
    .limit(1)
  return found ?? null
}

/** The lock above lets concurrent calls count each other's job. @throws ShopError 409 */
async function refuseMany(tx: Tx, shop_id: number, kind: BulkKind): Promise<void> {
  // A job that waits for its time is no repeated press.
  const isUnplanned = or(ne(bulk_job.state, 'checked'), isNull(bulk_job.run_at))
  const isOpen = inArray(bulk_job.state, ['checking', 'checked', 'running'])
  const open = and(eq(bulk_job.shop_id, shop_id), isOpen, isUnplanned)
  // Pressing the button twice must not message all recipients twice.
  if (kind === 'send_message' && (await tx.$count(bulk_job, and(open, eq(bulk_job.kind, kind)))) > 0)
    throw new ShopError(
      409,
      'ERROR_TOO_MANY_JOBS',
      'まだ終わっていない一斉送信があります。終わるのを待つか、使わないものを取りやめてください。',
    )
  if ((await tx.$count(bulk_job, open)) < MAX_OPEN) return
  throw new ShopError(
    409,
    'ERROR_TOO_MANY_JOBS',
    `実行を待っている、または実行中のまとめて変更が${MAX_OPEN}件あります。終わるのを待つか、使わないものを取りやめてください。`,
  )
}

/** Returns the subject under which the audit log names the job. */
export const bulkJobAuditSubject = ({
  id,
  kind,
  params,
}: Pick<typeof bulk_job.$inferSelect, 'id' | 'kind' | 'params'>) => ({
  subject: 'bulk_job',
  subject_id: id,
  subject_name: bulkOperation(kind).text(params),
})
