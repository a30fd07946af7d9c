import type { Queryable } from '@kushi/db/connect'
import { addressee } from '../../mail/index.ts'
import { composeMail, type Sender } from '../../message/index.ts'
import type { QueuedMail } from '../../outbox/index.ts'

/** 退会のお知らせ, the last mail: to the address that is forgotten with it. */
export async function withdrawnMail(
  db: Queryable,
  seller: Sender,
  member: { email: string; name01: string; name02: string },
  subscriptions: number,
): Promise<QueuedMail> {
  const values = {
    宛名: addressee(`${member.name01} ${member.name02}`),
    終了した定期便:
      subscriptions > 0 ? `ご契約中の定期便(${subscriptions}件)は終了しました。今後のお届けとご請求はありません。` : '',
  }
  return { to: member.email, ...(await composeMail(db, seller, 'withdrawn', values)) }
}
