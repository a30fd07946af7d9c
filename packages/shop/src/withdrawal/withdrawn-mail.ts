import { letter, notYou, type Seller } from '../mail/letter.ts'
import type { QueuedMail } from '../outbox/enqueue-mail.ts'

/** 退会のお知らせ, the last mail: to the address that is forgotten with it. */
export const withdrawnMail = (
  seller: Seller,
  member: { email: string; name01: string; name02: string },
  subscriptions: number,
): QueuedMail => ({
  to: member.email,
  subject: `【${seller.shop_name}】退会のお手続きが完了しました`,
  text: letter(
    seller,
    `${member.name01} ${member.name02}`,
    [
      '退会のお手続きが完了しました。これまでご利用いただき、ありがとうございました。',
      ...(subscriptions > 0
        ? [`ご契約中の定期便(${subscriptions}件)は終了しました。今後のお届けとご請求はありません。`]
        : []),
    ].join('\n'),
    '会員情報とお届け先、カードの登録は削除しました。ご注文の記録は、法律で定められた期間だけ保管します。',
    notYou(seller),
  ),
})
