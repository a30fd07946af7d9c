import { webhook_endpoint } from '@kushi/db/schema/webhook'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, isNull } from 'drizzle-orm'
import { systemActor } from '../../../actor.ts'
import type { Context } from '../../../context.ts'
import { recordAuditBySystem } from '../../../foundation/audit/index.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { enqueueMail } from '../../message/index.ts'
import { WEBHOOK_FAILING_DAYS } from '../rules/retry.ts'

type Endpoint = Pick<typeof webhook_endpoint.$inferSelect, 'shop_id' | 'id' | 'url'>

/** Stops sending to an endpoint until an operator resumes it, and notifies the shop by mail. */
export async function disableFailingWebhook(
  ctx: Context,
  endpoint: Endpoint,
  reason: 'failing' | 'gone',
): Promise<void> {
  const { shop_id, id, url } = endpoint
  const now = ctx.clock.now()
  await ctx.db.transaction(async (tx) => {
    const [stopped] = await tx
      .update(webhook_endpoint)
      .set({ stopped_at: now, stopped_reason: reason, updated_at: now })
      .where(and(sameRowCondition(webhook_endpoint, endpoint), isNull(webhook_endpoint.stopped_at)))
      .returning({ id: webhook_endpoint.id })
    if (!stopped) return
    const doer = { shop_id, clock: ctx.clock, actor: systemActor('webhook-deliver'), action: 'job webhook-deliver' }
    const subject = { subject: 'webhook_endpoint', subject_id: id, subject_name: new URL(url).host }
    await recordAuditBySystem(tx, doer, { ...subject, after: { stopped_reason: reason } })
    const { email } = await loadShop({ db: tx, shop_id })
    await enqueueMail(tx, shop_id, `webhook-stopped:${id}:${now.getTime()}`, {
      to: email,
      subject: '外部への通知を停止しました',
      text: [
        `${new URL(url).host} への通知を停止しました。`,
        reason === 'gone'
          ? '通知先が「受け取りを終了した」と答えたためです。'
          : `${WEBHOOK_FAILING_DAYS}日間、一度も届かなかったためです。`,
        '',
        '通知先をご確認のうえ、管理画面から再開してください。届かなかった通知は、画面からもう一度送れます。',
        `${ctx.settings.public_url}/admin/setting/webhooks/${id}`,
      ].join('\n'),
    })
  })
}
