import { letter, notYou, type Seller } from '../mail/letter.ts'
import type { QueuedMail } from '../outbox/enqueue-mail.ts'

interface Member {
  name01: string
  name02: string
}
const nameOf = (member: Member) => `${member.name01} ${member.name02}`

/** 会員登録のお知らせ: also to somebody whose address another person gave, with the way to take the account back. */
export const registeredMail = (seller: Seller, member: Member & { email: string }, resetUrl: string): QueuedMail => ({
  to: member.email,
  subject: `【${seller.shop_name}】会員登録が完了しました`,
  text: letter(
    seller,
    nameOf(member),
    'このメールアドレスで、会員登録が完了しました。\nこれからは、メールアドレスとパスワードでログインしていただけます。',
    `ご登録に心当たりのない場合は、次のページからパスワードを再設定してください。ほかの端末のログインとLINEの連携は、すべて解除されます。\n${resetUrl}`,
  ),
})

/** To the new address: the link that makes it the member's. */
export const confirmEmailMail = (seller: Seller, member: Member, to: string, url: string): QueuedMail => ({
  to,
  subject: `【${seller.shop_name}】メールアドレスの確認`,
  text: letter(
    seller,
    nameOf(member),
    'メールアドレス変更のお申し込みを承りました。\n次のURLを開き、画面のボタンを押すと、このメールアドレスへの変更が完了します。',
    url,
    'URLの有効期限は、このメールをお送りしてから1時間です。一度だけお使いいただけます。',
    'お心当たりのない場合は、このメールを破棄してください。メールアドレスは変わりません。',
  ),
  is_secret: true,
})

/** To the address as it is: somebody wants to change it. */
export const emailChangeAskedMail = (seller: Seller, member: Member & { email: string }): QueuedMail => ({
  to: member.email,
  subject: `【${seller.shop_name}】メールアドレス変更のお申し込みについて`,
  text: letter(
    seller,
    nameOf(member),
    'メールアドレス変更のお申し込みを承り、新しいメールアドレスへ確認のメールをお送りしました。\n確認が済むまで、これまでのメールアドレスをご利用いただけます。',
    notYou(seller),
  ),
})

/** To the address that was: it no longer logs in. */
export const emailChangedMail = (seller: Seller, member: Member, to: string): QueuedMail => ({
  to,
  subject: `【${seller.shop_name}】メールアドレスを変更しました`,
  text: letter(
    seller,
    nameOf(member),
    'ご登録のメールアドレスが変更されました。\nこれからのご連絡は、新しいメールアドレスへお送りします。',
    notYou(seller),
  ),
})
