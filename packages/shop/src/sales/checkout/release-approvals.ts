import { createHash } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { payment, payment_notice } from '@kushi/db/schema/payment'
import { and, asc, eq, isNotNull, lt, notInArray, sql } from 'drizzle-orm'
import type { Context, Input, MemberContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import type { ApprovalPort } from '../../ports/payment-port.ts'
import { orderNoSql } from './internal/order-no.ts'

type Request = Pick<Input<'POST /v1/order/public/new'>, 'payment_method_id' | 'sheet_token' | 'idempotency_key'>

/** Returns the approval port of a payment method; undefined: the provider has no approvals. */
export const approvalPortOf = ({ ports }: Pick<Context, 'ports'>, payment_method_id: number | null) =>
  ports.payment.get(payment_method_id)?.approvals

/**
 * After a press: an approval that no order uses is given back at once, so that nobody who was refused an order keeps it. Only one that
 * was given for the order of this press: whoever knows the number of another's does nothing with it.
 */
export async function releaseApproval(ctx: MemberContext, request: Request): Promise<void> {
  const approvals = approvalPortOf(ctx, request.payment_method_id)
  if (!approvals || !request.sheet_token) return
  const approval_id = approvals.idOf(request.sheet_token)
  try {
    const number = await numberOf(ctx, request.idempotency_key)
    if (number === undefined || (await isUsed(ctx, approvals, approval_id, number))) return
    const standing = await approvals.standing(approval_id)
    if (standing?.provider_order_id === number)
      await giveBack(ctx, approvals, { approval_id, provider_order_id: number })
  } catch (error) {
    // The stored notice closes the approval later.
    ctx.log.warn({ err: error, approval_id }, 'approval not given back')
  }
}

async function numberOf(ctx: MemberContext, key: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ number: orderNoSql(key) })
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, ctx.customer_id)))
  return row?.number
}

/** Whether a payment under this number goes on with the approval. */
async function isUsed(ctx: Context, approvals: ApprovalPort, approval_id: string, number: string): Promise<boolean> {
  const names = sql`${payment.reference} @> ${JSON.stringify(approvals.referenceOf(approval_id))}::jsonb`
  const goesOn = notInArray(payment.state, ['failed', 'voided'])
  const mine = and(eq(payment.shop_id, ctx.shop_id), eq(payment.provider_order_id, number))
  return (await ctx.db.$count(payment, and(mine, names, goesOn))) > 0
}

const keyOf = (what: 'approval' | 'given back', approval_id: string) =>
  createHash('sha256').update(`${what}\n${approval_id}`).digest('base64url')

const noticeCondition = ({ shop_id }: Context, key: string) =>
  and(eq(payment_notice.shop_id, shop_id), eq(payment_notice.key, key))

/**
 * Gives an approval back unless an order uses it. It is noted before that is looked up, and a press looks for the note after its
 * order is written: so of the two at least one knows of the other, and no order is received whose approval is closed then.
 */
async function giveBack(
  ctx: Context,
  approvals: ApprovalPort,
  given: Pick<Notice, 'approval_id' | 'provider_order_id'>,
) {
  const { approval_id, provider_order_id } = given
  const key = keyOf('given back', approval_id)
  const note = { shop_id: ctx.shop_id, key, provider_order_id, created_at: ctx.clock.now() }
  await ctx.db.insert(payment_notice).values(note).onConflictDoNothing()
  if (await isUsed(ctx, approvals, approval_id, provider_order_id))
    await ctx.db.delete(payment_notice).where(noticeCondition(ctx, key))
  else await approvals.close(approval_id)
}

/**
 * Closes an approval of a written order that another request or the job is already releasing, so that it pays nothing
 * any more.
 * @throws PaymentUnavailable
 */
export async function closeReleasedApproval(
  ctx: Context,
  payment_method_id: number | null,
  token: string,
): Promise<void> {
  const approvals = approvalPortOf(ctx, payment_method_id)
  if (!approvals) return
  const approval_id = approvals.idOf(token)
  const isNoted = noticeCondition(ctx, keyOf('given back', approval_id))
  if ((await ctx.db.$count(payment_notice, isNoted)) > 0) await approvals.close(approval_id)
}

/** Minutes in which the order of an approval may still come: the browser repeats a press that had no answer. */
const GRACE_MINUTES = 30

interface Notice {
  payment_method_id: number
  approval_id: string
  provider_order_id: string
}

/**
 * Stores the notice of an approval that no payment of ours uses yet, for `releaseUnusedApprovals`. The provider is
 * asked first, because anybody can send a notice.
 * @throws PaymentUnavailable, ShopError 429: the provider has to send the notice again
 */
export async function storeUnusedApproval(ctx: Context, { payment_method_id, approval_id, provider_order_id }: Notice) {
  const approvals = approvalPortOf(ctx, payment_method_id)
  if (!approvals || (await isUsed(ctx, approvals, approval_id, provider_order_id))) return
  const key = keyOf('approval', approval_id)
  if ((await ctx.db.$count(payment_notice, noticeCondition(ctx, key))) > 0) return
  await consumeLimit(ctx, 'payment_approval', { account: 'all' })
  const standing = await approvals.standing(approval_id)
  if (standing?.provider_order_id !== provider_order_id || standing.shop_id !== ctx.shop_id) return
  const notice = { shop_id: ctx.shop_id, key, provider_order_id, approval_id, created_at: ctx.clock.now() }
  await ctx.db.insert(payment_notice).values(notice).onConflictDoNothing()
}

/**
 * Releases approvals whose order was never placed, or was paid by another approval. Any number of processes may run it.
 */
export async function releaseUnusedApprovals(ctx: Context, payment_method_id: number, until: number): Promise<void> {
  const approvals = approvalPortOf(ctx, payment_method_id)
  if (!approvals) return
  const waited = new Date(ctx.clock.now().getTime() - GRACE_MINUTES * 60_000)
  const left = await ctx.db
    .select()
    .from(payment_notice)
    .where(
      and(
        eq(payment_notice.shop_id, ctx.shop_id),
        isNotNull(payment_notice.approval_id),
        lt(payment_notice.created_at, waited),
      ),
    )
    .orderBy(asc(payment_notice.created_at))
    .limit(100)
  for (const { key, approval_id, provider_order_id } of left) {
    if (performance.now() > until) return
    try {
      if (!(await isUsed(ctx, approvals, approval_id!, provider_order_id)))
        await giveBack(ctx, approvals, { approval_id: approval_id!, provider_order_id })
      await ctx.db.update(payment_notice).set({ approval_id: null }).where(noticeCondition(ctx, key))
    } catch (error) {
      ctx.log.warn({ err: error, approval_id }, 'approval not given back')
    }
  }
}
