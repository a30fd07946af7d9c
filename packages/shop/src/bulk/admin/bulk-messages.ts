import { operator } from '@kushi/db/schema/operator'
import { outbox } from '@kushi/db/schema/system'
import { and, eq, sql } from 'drizzle-orm'
import type { AdminVerb, OperatorContext } from '../../admin/index.ts'
import { record } from '../../audit/index.ts'
import { takeLimit } from '../../limit/index.ts'
import { PLACEHOLDERS } from '../../message/index.ts'
import { deliverOutbox, enqueueMail } from '../../outbox/index.ts'
import { newToken } from '../../session/index.ts'
import { loadShop, shopUrl } from '../../setting/index.ts'
import { notFound } from '../../shop-error.ts'
import { checkWords, composeMessage, MESSAGE_KIND, type MessageWords } from '../internal/compose-message.ts'
import { ownJob } from './show-jobs.ts'

export const listBulkPlaceholders: AdminVerb<'GET /admin/v1/bulk-messages/placeholders'> = async () => ({
  items: MESSAGE_KIND.placeholders.map((name) => ({ name, hint: PLACEHOLDERS[name].hint, is_required: false })),
})

/** As somebody gets it whose name is a sample. Its stop link stops nothing. */
async function sampleOf(ctx: OperatorContext, words: MessageWords) {
  const base = shopUrl(ctx.settings, ctx.shop_id)
  return composeMessage(words, await loadShop(ctx), { name: null, base, stop_url: `${base}/sh/unsubscribe` })
}

export const previewBulkMessage: AdminVerb<'POST /admin/v1/bulk-messages/preview'> = sampleOf

/** To whoever asks, and nobody else. */
export const testBulkMessage: AdminVerb<'POST /admin/v1/bulk-messages/test'> = async (ctx, words) => {
  checkWords(words)
  await takeLimit(ctx, 'message_test', { account: String(ctx.operator.id) })
  const sample = await sampleOf(ctx, words)
  const email = await ctx.db.transaction(async (tx) => {
    const [me] = await tx.select({ email: operator.email }).from(operator).where(eq(operator.id, ctx.operator.id))
    const mail = { ...sample, to: me!.email, subject: `[テスト送信] ${sample.subject}` }
    await enqueueMail(tx, ctx.shop_id, `message-test:${newToken()}`, mail)
    const subject = { subject: 'bulk_message', subject_id: 'test', subject_name: '一斉送信のテスト' }
    await record(tx, ctx, { ...subject, after: { tested: true, is_advert: words.is_advert } })
    return me!.email
  })
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return { email }
}

/** What a job sends, and how far it is. @throws ShopError 404, also for a job of another kind */
export const showBulkMessage: AdminVerb<'GET /admin/v1/bulk-jobs/{id}/mail'> = async (ctx, { id }) => {
  const { kind, params } = await ownJob(ctx, id)
  if (kind !== 'send_message') throw notFound()
  const words = params as unknown as MessageWords
  const [{ subject, text }, found] = await Promise.all([
    sampleOf(ctx, words),
    ctx.db
      .select({ state: outbox.state, n: sql<number>`count(*)::int` })
      .from(outbox)
      .where(and(eq(outbox.shop_id, ctx.shop_id), eq(outbox.bulk_job_id, id)))
      .groupBy(outbox.state),
  ])
  const some = Object.fromEntries(found.map(({ state, n }) => [state, n]))
  return {
    ...{ is_advert: words.is_advert, subject, text },
    mails: { ...{ waiting: 0, sent: 0, failed: 0, stopped: 0 }, ...some },
  }
}
