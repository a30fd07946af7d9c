import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { outbox } from '@kushi/db/schema/system'
import { and, eq, like, sql } from 'drizzle-orm'
import { contextInTransaction } from '../../../context.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import {
  markOutboxWritten,
  retryFailedMessages,
  sentToWithdrawnMemberCondition,
} from '../../../messaging/message/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { messageRefusals } from '../rules/message-text.ts'
import { resendAddress } from '../rules/resend-address.ts'
import type { MessagePayload } from './list-messages.ts'

/** The most copies of one message. */
const MAX_AGAIN = 5

type Row = typeof outbox.$inferSelect

/** A failed message that was retried keeps the key of the call, so that a repetition sends nothing more. */
type RetriedPayload = MessagePayload & { retried_with?: string }

/** Locks the message in this transaction. @throws ShopError 404 */
async function lock(tx: Tx, { shop_id }: OperatorContext, id: number) {
  const mine = and(eq(outbox.shop_id, shop_id), eq(outbox.id, id))
  const [row] = await tx.select().from(outbox).where(mine).for('no key update')
  if (!row) throw notFound()
  return { row, mine, refusals: messageRefusals(row.state, row.payload as MessagePayload) }
}

/** Names the message by its number, because its subject may contain personal data. */
const subject = ({ id }: Row) => ({ subject: 'message', subject_id: id, subject_name: `連絡 ${id}` })

const refuse = (message: string) => new ShopError(409, 'ERROR_MESSAGE_STATE', message)

/** The id of the original message: an original and its copies are counted together. */
const rootOf = ({ id, dedupe_key }: Row): number => Number(/^again:(\d+):/.exec(dedupe_key)?.[1] ?? id)

/** The recipient's current address. @throws ShopError 409 */
async function presentAddress(tx: Tx, row: Row) {
  const { shop_id, id, customer_id } = row
  const { to } = row.payload as MessagePayload
  if (customer_id === null) return to
  const theirs = and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id))
  // The lock waits for a concurrent 退会.
  const [member] = await tx.select().from(customer).where(theirs).for('key share')
  const toWhoLeft = and(eq(outbox.shop_id, shop_id), eq(outbox.id, id), sentToWithdrawnMemberCondition)
  if ((await tx.$count(outbox, toWhoLeft)) > 0) throw refuse('退会された会員のため、もう一度送ることはできません。')
  return resendAddress(row, member?.email ?? null) === 'present_address' ? member!.email : to
}

/** もう一度送る: retries a failed message; for a sent or stopped one, writes a copy. */
export const resendMessage: AdminHandler<'POST /admin/v1/messages/{id}/resend'> = async (ctx, input) => {
  const { id, idempotency_key } = input
  const to_present_address = await ctx.db.transaction(async (tx) => {
    const { row, mine, refusals } = await lock(tx, ctx, id)
    const { shop_id, state, kind, customer_id, order_id, subscription_id } = row
    const root = rootOf(row)
    const ofRoot = and(eq(outbox.shop_id, shop_id), eq(outbox.id, root))
    if (root !== id) await tx.select({ id: outbox.id }).from(outbox).where(ofRoot).for('no key update')
    const key = `again:${root}:`
    const made = and(eq(outbox.shop_id, shop_id), like(outbox.dedupe_key, `${key}%`))
    const to = await presentAddress(tx, row)
    const isElsewhere = to !== (row.payload as MessagePayload).to
    const payload = isElsewhere ? { ...(row.payload as MessagePayload), to } : row.payload
    const again = { shop_id, kind, payload, customer_id, order_id, subscription_id, subject: row.subject }
    const isSame =
      (row.payload as RetriedPayload).retried_with === idempotency_key ||
      (await tx.$count(outbox, and(made, eq(outbox.dedupe_key, key + idempotency_key)))) > 0
    if (!isSame) {
      if (refusals.resend) throw refuse(refusals.resend)
      if (state !== 'failed' && (await tx.$count(outbox, made)) >= MAX_AGAIN)
        throw new ShopError(409, 'ERROR_TOO_MANY', `同じ内容は${MAX_AGAIN}回までもう一度送れます。`)
      markOutboxWritten(shop_id)
      if (state === 'failed')
        await tx
          .update(outbox)
          .set({
            payload: { ...(payload as MessagePayload), retried_with: idempotency_key },
            failed_at: null,
            error: null,
            attempts: 0,
            next_attempt_at: sql`now()`,
          })
          .where(mine)
      else await tx.insert(outbox).values({ ...again, dedupe_key: key + idempotency_key })
    }
    const after = isSame
      ? { asked_again: true }
      : { state: 'waiting', ...(isElsewhere && { to_present_address: true }) }
    await recordAudit(tx, ctx, { ...subject(row), before: { state }, after })
    return isElsewhere
  })
  return { to_present_address }
}

/** 取りやめる: the message is not sent any more; for a failed one, marks it as handled. */
export const stopMessage: AdminHandler<'POST /admin/v1/messages/{id}/stop'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const { row, mine, refusals } = await lock(tx, ctx, id)
    if (refusals.stop) throw refuse(refusals.stop)
    await tx.update(outbox).set({ stopped_at: sql`now()` }).where(mine)
    await recordAudit(tx, ctx, { ...subject(row), before: { state: row.state }, after: { state: 'stopped' } })
    return {}
  })

/** Retries all failed messages at once, for example after an outage of the mail server. */
export const retryAllFailedMessages: AdminHandler<'POST /admin/v1/messages/retry-failed'> = async (ctx) => {
  const messages = await ctx.db.transaction(async (tx) => {
    const again = await retryFailedMessages(contextInTransaction(ctx, tx))
    const all = { subject: 'message', subject_id: 'failed', subject_name: '送れなかった連絡' }
    await recordAudit(tx, ctx, { ...all, after: { messages: again } })
    return again
  })
  return { messages }
}
