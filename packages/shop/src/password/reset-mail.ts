import { letter, notYou, type Seller } from '../mail/letter.ts'
import type { QueuedMail } from '../outbox/enqueue-mail.ts'

interface Member {
  email: string
  name01: string
  name02: string
}

/** パスワード再設定のご案内, with the link. */
export const resetMail = (seller: Seller, member: Member, url: string): QueuedMail => ({
  to: member.email,
  subject: `【${seller.shop_name}】パスワード再設定のご案内`,
  text: letter(
    seller,
    `${member.name01} ${member.name02}`,
    'パスワード再設定のお申し込みを承りました。\n次のURLを開いて、新しいパスワードをご登録ください。',
    url,
    'URLの有効期限は、このメールをお送りしてから1時間です。一度だけお使いいただけます。',
    'お心当たりのない場合は、このメールを破棄してください。パスワードは変わりません。',
  ),
  is_secret: true,
})

/** パスワード変更のお知らせ, however it was changed. */
export const passwordChangedMail = (seller: Seller, member: Member): QueuedMail => ({
  to: member.email,
  subject: `【${seller.shop_name}】パスワードを変更しました`,
  text: letter(
    seller,
    `${member.name01} ${member.name02}`,
    'ご登録のパスワードが変更されました。\nほかの端末でログインしていた場合は、新しいパスワードでログインし直してください。',
    notYou(seller),
  ),
})
