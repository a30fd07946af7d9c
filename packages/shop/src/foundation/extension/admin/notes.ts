import { extension_note } from '@kushi/db/schema/extension'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { notFound } from '../../../shop-error.ts'
import type { AdminHandler } from '../../admin/index.ts'
import { recordAudit } from '../../audit/index.ts'

const SHOWN = 100

/** Events that an extension of the shop failed to process, after all attempts; kept for 30 days. */
export const listFailedExtensionEvents: AdminHandler<'GET /admin/v1/setting/extension-notes'> = async ({
  db,
  shop_id,
}) => {
  const rows = await db
    .select()
    .from(extension_note)
    .where(and(eq(extension_note.shop_id, shop_id), isNotNull(extension_note.failed_at)))
    .orderBy(desc(extension_note.id))
    .limit(SHOWN)
  return {
    items: rows.map(({ id, extension, event, last_error, happened_at, failed_at }) => ({
      id,
      extension,
      event,
      last_error,
      happened_at: happened_at.toISOString(),
      failed_at: failed_at!.toISOString(),
    })),
  }
}

/** Retries an event with a new set of attempts. @throws ShopError 404 when it was processed meanwhile */
export const retryExtensionEvent: AdminHandler<'POST /admin/v1/setting/extension-notes/{id}/retry'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const given_up = and(
      sameRowCondition(extension_note, { shop_id: ctx.shop_id, id }),
      isNotNull(extension_note.failed_at),
    )
    const again = { attempts: 0, failed_at: null, next_attempt_at: sql`now()` }
    const [row] = await tx.update(extension_note).set(again).where(given_up).returning()
    if (!row) throw notFound()
    const subject = { subject: 'extension_note', subject_id: id, subject_name: `${row.extension}: ${row.event}` }
    await recordAudit(tx, ctx, { ...subject, after: { retried: true } })
    return {}
  })
