import type { Tx } from '@kushi/db/connect'
import { customer, customer_rank_event } from '@kushi/db/schema/customer'
import { customer_rank } from '@kushi/db/schema/shop'
import { and, eq } from 'drizzle-orm'
import type { AdminHandler, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound } from '../../../shop-error.ts'
import { removeLineLink } from '../../line/index.ts'
import { deleteMemberPasskeys } from '../../passkey/index.ts'
import {
  deleteConfirmedDevices,
  invalidateLinkTokens,
  recordSecurityEvent,
  revokeAllSessions,
} from '../../session/index.ts'
import { sendEmailVerification } from '../change-email.ts'
import { addMemberNote } from '../internal/write-note.ts'
import { customerDetail } from './show-customer.ts'

/**
 * Locks the member in this transaction. The audit log names members by their number, because names change and are
 * erased.
 */
async function lock(tx: Tx, ctx: OperatorQueryContext, id: number) {
  const mine = and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, id))
  const [row] = await tx.select().from(customer).where(mine).for('no key update')
  if (!row) throw notFound()
  return { row, mine, subject: { subject: 'customer', subject_id: id, subject_name: `会員 ${id}` } }
}

/** 会員ランク set by hand, with a reason. The next monthly decision depends on purchases again. */
export const setCustomerRank: AdminHandler<'PUT /admin/v1/customers/{id}/rank'> = (ctx, { id, ...input }) =>
  ctx.db.transaction(async (tx) => {
    const { row, mine, subject } = await lock(tx, ctx, id)
    const { customer_rank_id, reason } = input
    const { shop_id } = ctx
    const known = and(eq(customer_rank.shop_id, shop_id), eq(customer_rank.id, customer_rank_id))
    if ((await tx.$count(customer_rank, known)) === 0) throw notFound()
    await tx.update(customer).set({ customer_rank_id }).where(mine)
    await tx.insert(customer_rank_event).values({
      shop_id,
      customer_id: id,
      from_rank_id: row.customer_rank_id,
      to_rank_id: customer_rank_id,
      reason,
      ...ctx.actor,
      created_at: ctx.clock.now(),
    })
    const before = { customer_rank_id: row.customer_rank_id }
    await recordAudit(tx, ctx, { ...subject, before, after: { customer_rank_id, reason } })
    return customerDetail(ctx, tx, id)
  })

export const addCustomerNote: AdminHandler<'POST /admin/v1/customers/{id}/notes'> = (ctx, { id, body }) =>
  ctx.db.transaction(async (tx) => {
    const { subject } = await lock(tx, ctx, id)
    const customer_note_id = await addMemberNote(tx, ctx, id, body)
    await recordAudit(tx, ctx, { ...subject, after: { customer_note_id } })
    return customerDetail(ctx, tx, id)
  })

/**
 * Locks out a person who got into an account: ends its sessions on all devices, and removes confirmed devices,
 * passkeys, LINE and requested links. LINE stays if it is the member's only way to log in.
 */
export const endCustomerSessions: AdminHandler<'DELETE /admin/v1/customers/{id}/sessions'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const { row, subject } = await lock(tx, ctx, id)
    await revokeAllSessions(tx, ctx.clock, ctx.shop_id, id)
    await invalidateLinkTokens(tx, ctx, id)
    await deleteConfirmedDevices(tx, ctx, id)
    if (row.password_hash !== null) await removeLineLink(tx, ctx, id)
    await deleteMemberPasskeys(tx, { ...ctx, customer_id: id })
    await recordSecurityEvent(ctx, 'session_ended', id, tx)
    await recordAudit(tx, ctx, { ...subject, after: { sessions: 'ended' } })
    return customerDetail(ctx, tx, id)
  })

/** Sends the link that verifies the e-mail of a member. */
export const sendCustomerEmailVerification: AdminHandler<'POST /admin/v1/customers/{id}/email-verification'> = async (
  ctx,
  { id },
) => {
  const detail = await ctx.db.transaction(async (tx) => {
    const { subject } = await lock(tx, ctx, id)
    const is_sent = await sendEmailVerification(tx, ctx, id)
    await recordAudit(tx, ctx, { ...subject, after: { email_verification: is_sent ? 'sent' : 'already' } })
    return customerDetail(ctx, tx, id)
  })
  return detail
}

interface Blocking {
  id: number
  reason: string
  /** Ids of the subscriptions that were paused with it. */
  paused_subscriptions: readonly number[]
}

/**
 * 利用停止: no login and no order from now on; ends the member's sessions. The reason becomes a note on the member, which
 * is deleted at a withdrawal; the audit log does not contain its words.
 */
export async function blockMember(tx: Tx, ctx: OperatorQueryContext, { id, reason, paused_subscriptions }: Blocking) {
  const { row, mine, subject } = await lock(tx, ctx, id)
  if (row.withdrawn_at) throw notFound()
  await tx
    .update(customer)
    .set({ blocked_at: row.blocked_at ?? ctx.clock.now() })
    .where(mine)
  await revokeAllSessions(tx, ctx.clock, ctx.shop_id, id)
  await recordSecurityEvent(ctx, 'session_ended', id, tx)
  const before = { is_blocked: row.blocked_at !== null }
  await addMemberNote(tx, ctx, id, `利用停止の理由: ${reason}`)
  const after = { is_blocked: true, reason, ...(paused_subscriptions.length > 0 && { paused_subscriptions }) }
  await recordAudit(tx, ctx, { ...subject, before, after })
  return customerDetail(ctx, tx, id)
}

export const unblockCustomer: AdminHandler<'DELETE /admin/v1/customers/{id}/block'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const { row, mine, subject } = await lock(tx, ctx, id)
    await tx.update(customer).set({ blocked_at: null }).where(mine)
    const before = { is_blocked: row.blocked_at !== null }
    await recordAudit(tx, ctx, { ...subject, before, after: { is_blocked: false } })
    return customerDetail(ctx, tx, id)
  })
