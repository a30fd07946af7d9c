import { bulk_job_row } from '@kushi/db/schema/bulk'
import { operator } from '@kushi/db/schema/operator'
import { outbox } from '@kushi/db/schema/system'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { consumeLimit } from '../../../foundation/limit/index.ts'
import { loadShop, shopUrl } from '../../../foundation/setting/index.ts'
import { enqueueMail, MESSAGE_PLACEHOLDERS } from '../../../messaging/message/index.ts'
import { newToken } from '../../../people/session/index.ts'
import { notFound } from '../../../shop-error.ts'
import {
  type BulkMessageText,
  bulkLineLetterParts,
  bulkMessagePlaceholders,
  checkBulkMessageText,
  composeBulkMail,
} from '../internal/compose-message.ts'
import { CHANNEL_TEXT } from '../internal/kinds/send-message.ts'
import { requireBulkJob } from './show-jobs.ts'

export const listBulkPlaceholders: AdminHandler<'GET /admin/v1/bulk-messages/placeholders'> = async (
  ctx,
  { list },
) => ({
  items: bulkMessagePlaceholders(list).map((name) => ({
    name,
    hint: MESSAGE_PLACEHOLDERS[name].hint,
    is_required: false,
  })),
  has_line: (await loadShop(ctx)).line_channel_flag,
})

/** The message as a recipient with a sample name receives it. Its stop link stops nothing. */
async function sampleOf(ctx: OperatorContext, words: BulkMessageText) {
  const base = shopUrl(ctx.settings, ctx.shop_id)
  const reader = { to: { email: '' }, name: null, numbers: null, base, stop_url: `${base}/sh/unsubscribe` }
  const seller = await loadShop(ctx)
  const { subject, text } = composeBulkMail(words, seller, reader)
  return { subject, text, line: words.over_line ? lineSample(bulkLineLetterParts(words, seller, reader)) : null }
}

/** The text of a card as the recipient reads it, with its buttons in brackets. */
const lineSample = ({ title, body, buttons, why, stop_url, sender }: ReturnType<typeof bulkLineLetterParts>) => {
  const pressed = [...buttons.map(({ label }) => label), ...(stop_url ? ['配信を停止する'] : [])]
  const foot = [...(why ? [why] : []), sender].join('\n')
  return { title, text: [body, ...pressed.map((label) => `[ ${label} ]`), foot].filter(Boolean).join('\n\n') }
}

export const previewBulkMessage: AdminHandler<'POST /admin/v1/bulk-messages/preview'> = sampleOf

/** Sends the sample only to the operator who requested it. */
export const testBulkMessage: AdminHandler<'POST /admin/v1/bulk-messages/test'> = async (ctx, words) => {
  checkBulkMessageText(words)
  await consumeLimit(ctx, 'message_test', { account: String(ctx.operator.id) })
  const base = shopUrl(ctx.settings, ctx.shop_id)
  const reader = { to: { email: '' }, name: null, numbers: null, base, stop_url: `${base}/sh/unsubscribe` }
  const sample = composeBulkMail(words, await loadShop(ctx), reader)
  const email = await ctx.db.transaction(async (tx) => {
    const [me] = await tx.select({ email: operator.email }).from(operator).where(eq(operator.id, ctx.operator.id))
    const mail = { ...sample, to: me!.email, subject: `[テスト送信] ${sample.subject}` }
    await enqueueMail(tx, ctx.shop_id, `message-test:${newToken()}`, mail)
    const subject = { subject: 'bulk_message', subject_id: 'test', subject_name: '一斉送信のテスト' }
    await recordAudit(tx, ctx, { ...subject, after: { tested: true, is_advert: words.is_advert } })
    return me!.email
  })
  return { email }
}

/** Returns the text of a job and its progress. @throws ShopError 404, also for a job of another kind */
export const showBulkMessage: AdminHandler<'GET /admin/v1/bulk-jobs/{id}/mail'> = async (ctx, { id }) => {
  const { kind, params } = await requireBulkJob(ctx, id)
  if (kind !== 'send_message') throw notFound()
  const words = params as unknown as BulkMessageText
  const [sample, ways, found] = await Promise.all([
    sampleOf(ctx, words),
    waysOf(ctx, id),
    ctx.db
      .select({ state: outbox.state, n: sql<number>`count(*)::int` })
      .from(outbox)
      .where(and(eq(outbox.shop_id, ctx.shop_id), eq(outbox.bulk_job_id, id)))
      .groupBy(outbox.state),
  ])
  const some = Object.fromEntries(found.map(({ state, n }) => [state, n]))
  return {
    is_advert: words.is_advert,
    ...sample,
    ways,
    mails: { waiting: 0, sent: 0, failed: 0, stopped: 0, ...some },
  }
}

/** The number of recipients per channel, and the number without a message by reason. */
async function waysOf({ db, shop_id }: OperatorContext, id: number) {
  const { state, detail } = bulk_job_row
  const found = await db
    .select({ state, detail, n: sql<number>`count(*)::int` })
    .from(bulk_job_row)
    .where(and(eq(bulk_job_row.shop_id, shop_id), eq(bulk_job_row.job_id, id), ne(state, 'waiting')))
    .groupBy(state, detail)
  const unreached = found.filter((one) => one.state === 'impossible' || one.state === 'failed')
  const sum = (some: typeof found) => some.reduce((all, { n }) => all + n, 0)
  const rest = found.filter((one) => !unreached.includes(one))
  const line = sum(rest.filter((one) => one.detail === CHANNEL_TEXT.line))
  const none = [...Map.groupBy(unreached, (one) => one.detail)].map(([why, some]) => ({ why, n: sum(some) }))
  return { line, mail: sum(rest) - line, none: none.sort((a, b) => b.n - a.n) }
}
