import type { Tx } from '@kushi/db/connect'
import { outbox } from '@kushi/db/schema/system'
import { and, eq, like, sql } from 'drizzle-orm'
import type { AdminVerb, OperatorContext } from '../../admin/context.ts'
import { record } from '../../audit/record.ts'
import { within } from '../../context.ts'
import { deliverOutbox } from '../../outbox/deliver-outbox.ts'
import { retryFailedMessages } from '../../outbox/failed-messages.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { messageRefusals } from '../rules/message-text.ts'
import type { Payload } from './list-messages.ts'

/** So often that somebody means it. */
const MOST_AGAIN = 5

/** The message, for this transaction alone. @throws ShopError 404 */
async function lock(tx: Tx, { shop_id }: OperatorContext, id: number) {
  const mine = and(eq(outbox.shop_id, shop_id), eq(outbox.id, id))
  const [row] = await tx.select().from(outbox).where(mine).for('no key update')
  if (!row) throw notFound()
  return { row, mine, refusals: messageRefusals(row.state, row.payload as Payload) }
}

const subject = ({ id, subject: text }: typeof outbox.$inferSelect) => ({
  ...{ subject: 'message', subject_id: id, subject_name: text || `連絡 ${id}` },
})

const refuse = (message: string) => new ShopError(409, 'ERROR_MESSAGE_STATE', message)

/** もう一度送る: what failed is tried anew; of what was sent or stopped another one is written. */
export const resendMessage: AdminVerb<'POST /admin/v1/messages/{id}/resend'> = async (ctx, input) => {
  const { id, idempotency_key } = input
  await ctx.db.transaction(async (tx) => {
    const { row, mine, refusals } = await lock(tx, ctx, id)
    const { shop_id, state, kind, payload, customer_id, order_id, subscription_id } = row
    const again = { ...{ shop_id, kind, payload, customer_id, order_id, subscription_id }, subject: row.subject }
    const key = `again:${id}:`
    const made = and(eq(outbox.shop_id, shop_id), like(outbox.dedupe_key, `${key}%`))
    const isSame = (await tx.$count(outbox, and(made, eq(outbox.dedupe_key, key + idempotency_key)))) > 0
    if (!isSame) {
      if (refusals.resend) throw refuse(refusals.resend)
      if ((await tx.$count(outbox, made)) >= MOST_AGAIN)
        throw new ShopError(422, 'ERROR_TOO_MANY', `同じ内容は${MOST_AGAIN}回までもう一度送れます。`)
      if (state === 'failed')
        await tx
          .update(outbox)
          .set({ failed_at: null, error: null, attempts: 0, next_attempt_at: sql`now()` })
          .where(mine)
      else await tx.insert(outbox).values({ ...again, dedupe_key: key + idempotency_key })
    }
    await record(tx, ctx, { ...subject(row), before: { state }, after: { state: 'waiting' } })
  })
  deliverSoon(ctx)
  return {}
}

/** 取りやめる: it is not sent any more; of one that failed: somebody has seen to it. */
export const stopMessage: AdminVerb<'POST /admin/v1/messages/{id}/stop'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const { row, mine, refusals } = await lock(tx, ctx, id)
    if (refusals.stop) throw refuse(refusals.stop)
    await tx.update(outbox).set({ stopped_at: sql`now()` }).where(mine)
    await record(tx, ctx, { ...subject(row), before: { state: row.state }, after: { state: 'stopped' } })
    return {}
  })

/** Everything that failed, at once: the mail server was down, and is there again. */
export const retryFailed: AdminVerb<'POST /admin/v1/messages/retry-failed'> = async (ctx) => {
  const messages = await ctx.db.transaction(async (tx) => {
    const again = await retryFailedMessages(within(ctx, tx))
    const all = { subject: 'message', subject_id: 'failed', subject_name: '送れなかった連絡' }
    await record(tx, ctx, { ...all, after: { messages: again } })
    return again
  })
  deliverSoon(ctx)
  return { messages }
}

const deliverSoon = (ctx: OperatorContext) => ctx.afterwards(async () => void (await deliverOutbox(ctx)))
