import type { Db } from '@kushi/db/connect'
import { outbox } from '@kushi/db/schema/system'
import { asc, isNull } from 'drizzle-orm'
import type { QueuedMail } from '../messaging/message/internal/enqueue-mail.ts'

/** Mails waiting to be sent, in their order. */
export async function loadQueuedMails(db: Db): Promise<QueuedMail[]> {
  const rows = await db.select().from(outbox).where(isNull(outbox.sent_at)).orderBy(asc(outbox.id))
  return rows.map((row) => row.payload as QueuedMail)
}

/** The token of the link in a mail. */
export const tokenIn = (mail: QueuedMail | undefined): string => /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
