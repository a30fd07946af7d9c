import type { Permission } from '@kushi/contract/admin/permission'
import { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { price_offer } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import {
  BULK_JOB_MAX_DELAY_MS,
  BULK_KIND_NAME,
  type BulkKind,
  type BulkRowState,
  canUndoBulkJob,
} from '@kushi/values/bulk-job'
import type { MessageState } from '@kushi/values/message'
import { PRICE_OFFER_STATE_TEXT, type PriceOfferState } from '@kushi/values/price'
import { and, asc, count, desc, eq, getTableColumns, gt, inArray } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { loadOrderChangeOptions } from '../../../sales/order/index.ts'
import { loadReasonOptions } from '../../../sales/subscription/index.ts'
import { notFound } from '../../../shop-error.ts'
import { bulkOperation } from '../internal/bulk-operations.ts'
import type { BulkOperation } from '../internal/kinds/kind.ts'
import { bulkRowMessageCondition } from '../internal/mail-key.ts'

type Job = typeof bulk_job.$inferSelect

const none: Record<BulkRowState, number> = {
  waiting: 0,
  possible: 0,
  impossible: 0,
  done: 0,
  failed: 0,
  taken_back: 0,
  kept: 0,
}

/** A job as screens show it, at `now`. */
export function bulkJobView(job: Job, now: Date) {
  const { id, kind, state, notify, params, operator_name } = job
  const counts = { ...none, ...job.counts }
  const rests = state === 'done' || state === 'stopped'
  return {
    id,
    kind,
    state,
    notify,
    counts,
    operator_name,
    list: bulkOperation(kind).list,
    text: bulkOperation(kind).text(params),
    run_at: state === 'checked' ? (job.run_at?.toISOString() ?? null) : null,
    is_late:
      state === 'checked' && job.run_at !== null && now.getTime() - job.run_at.getTime() >= BULK_JOB_MAX_DELAY_MS,
    created_at: job.created_at.toISOString(),
    can: {
      run: (state === 'checked' || state === 'stopped') && counts.possible > 0,
      plan: kind === 'send_message' && state === 'checked' && counts.possible > 0,
      stop: state === 'checking' || state === 'checked' || state === 'running' || state === 'taking_back',
      retry: rests && counts.failed + counts.impossible > 0,
      take_back: rests && canUndoBulkJob(kind) && counts.done > 0,
    },
  }
}

/** null: the permission that the call itself requires is enough. */
const seenWith: Record<BulkOperation['list'], Permission | null> = {
  orders: null,
  subscriptions: 'subscription.read',
  customers: 'message.read',
}

/** Jobs on subscriptions are hidden from operators who may not see subscriptions; likewise jobs that send messages. */
const shownTo = ({ shop_id, operator }: Pick<OperatorContext, 'shop_id' | 'operator'>) => {
  const all = Object.keys(BULK_KIND_NAME) as BulkKind[]
  const isShown = (kind: BulkKind) => {
    const needed = seenWith[bulkOperation(kind).list]
    return needed === null || operator.permissions.includes(needed)
  }
  return and(eq(bulk_job.shop_id, shop_id), inArray(bulk_job.kind, all.filter(isShown)))
}

export const listBulkJobs: AdminHandler<'GET /admin/v1/bulk-jobs'> = async (ctx) => {
  const jobs = await ctx.db.select().from(bulk_job).where(shownTo(ctx)).orderBy(desc(bulk_job.id)).limit(100)
  const now = ctx.clock.now()
  return { items: jobs.map((job) => bulkJobView(job, now)) }
}

export const showBulkJob: AdminHandler<'GET /admin/v1/bulk-jobs/{id}'> = async (ctx, { id }) =>
  bulkJobView(await requireBulkJob(ctx, id), ctx.clock.now())

/**
 * Loads a job of this shop.
 * @throws ShopError 404
 */
export async function requireBulkJob(ctx: OperatorContext, id: number): Promise<Job> {
  const [job] = await ctx.db
    .select()
    .from(bulk_job)
    .where(and(shownTo(ctx), eq(bulk_job.id, id)))
  if (!job) throw notFound()
  return job
}

const AT_ONCE = 100

const mailDetails: Record<MessageState, string> = {
  waiting: '送信待ちです。',
  sent: '送りました。',
  failed: '送れませんでした。「連絡」の一覧からもう一度送れます。',
  stopped: '送る前に取りやめました(直前に配信を断られたときも)。',
}

/** The result of a row, including the state of its message or the member's answer since. */
function detailOf({
  detail,
  mail,
  by,
  offer,
}: {
  detail: string
  mail: MessageState | null
  by: string | null
  offer: PriceOfferState | null
}) {
  if (mail) return `${by === 'line' ? 'LINE: ' : ''}${mailDetails[mail]}`
  return offer ? `${detail}: ${PRICE_OFFER_STATE_TEXT[offer]}` : detail
}

/** 1件ごとの結果, ordered by subject id. */
export const listBulkJobRows: AdminHandler<'GET /admin/v1/bulk-jobs/{id}/rows'> = async (ctx, { id, state, after }) => {
  await requireBulkJob(ctx, id)
  const mail = and(eq(outbox.shop_id, bulk_job_row.shop_id), bulkRowMessageCondition(outbox.dedupe_key))
  const offer = and(
    eq(price_offer.shop_id, bulk_job_row.shop_id),
    eq(price_offer.job_id, bulk_job_row.job_id),
    eq(price_offer.subscription_id, bulk_job_row.subject_id),
  )
  const rows = await ctx.db
    .select({ ...getTableColumns(bulk_job_row), mail: outbox.state, by: outbox.kind, offer: price_offer.state })
    .from(bulk_job_row)
    .leftJoin(outbox, mail)
    .leftJoin(price_offer, offer)
    .where(
      and(
        eq(bulk_job_row.shop_id, ctx.shop_id),
        eq(bulk_job_row.job_id, id),
        state ? eq(bulk_job_row.state, state) : undefined,
        after === undefined ? undefined : gt(bulk_job_row.subject_id, after),
      ),
    )
    .orderBy(asc(bulk_job_row.subject_id))
    .limit(AT_ONCE + 1)
  const items = rows.slice(0, AT_ONCE).map((row) => ({ ...row, detail: detailOf(row) }))
  return { items, next: rows.length > AT_ONCE ? items.at(-1)!.subject_id : null }
}

/** Counts the answers of the members who were asked to agree to a higher price. */
export const countPriceIncreaseAnswers: AdminHandler<'GET /admin/v1/bulk-jobs/{id}/answers'> = async (ctx, { id }) => {
  await requireBulkJob(ctx, id)
  const { shop_id, job_id, state } = price_offer
  const found = await ctx.db
    .select({ state, n: count() })
    .from(price_offer)
    .where(and(eq(shop_id, ctx.shop_id), eq(job_id, id)))
    .groupBy(state)
  const none = { asked: 0, agreed: 0, refused: 0, lapsed: 0, withdrawn: 0 }
  return { ...none, ...Object.fromEntries(found.map((one) => [one.state, one.n])) }
}

/** The choices for the form. */
export const showBulkJobChoices: AdminHandler<'GET /admin/v1/bulk-choices'> = async (ctx) => ({
  ...(await loadOrderChangeOptions(ctx, 'subscription')),
  cancel_reasons: await loadReasonOptions(ctx, 'cancel_reason'),
  pause_reasons: await loadReasonOptions(ctx, 'pause_reason'),
})
