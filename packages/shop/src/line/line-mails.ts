import { letter, notYou, type Seller } from '../mail/letter.ts'
import type { QueuedMail } from '../outbox/enqueue-mail.ts'

interface Member {
  name01: string
  name02: string
  email: string
}
const nameOf = (member: Member) => `${member.name01} ${member.name02}`

/** The link that proves that who asked on LINE also reads the member's mail. */
export const confirmLinkMail = (seller: Seller, member: Member, url: string): QueuedMail => ({
  to: member.email,
  subject: `【${seller.shop_name}】LINE連携のご確認`,
  text: letter(
    seller,
    nameOf(member),
    'LINEアカウントとの連携のお申し込みを承りました。\n次のURLを開くと、連携が完了します。お申し込みのときと同じLINEアカウントでお開きください。',
    url,
    'URLの有効期限は、このメールをお送りしてから1時間です。一度だけお使いいただけます。',
    'お心当たりのない場合は、このメールを破棄してください。連携は行われません。',
  ),
  is_secret: true,
})

export const lineLinkedMail = (seller: Seller, member: Member): QueuedMail => ({
  to: member.email,
  subject: `【${seller.shop_name}】LINEと連携しました`,
  text: letter(
    seller,
    nameOf(member),
    'お客様の会員アカウントが、LINEアカウントと連携されました。\nこれからは、LINEでログインしていただけます。連携は、会員情報の画面からいつでも解除できます。',
    notYou(seller),
  ),
})

export const lineUnlinkedMail = (seller: Seller, member: Member): QueuedMail => ({
  to: member.email,
  subject: `【${seller.shop_name}】LINE連携を解除しました`,
  text: letter(
    seller,
    nameOf(member),
    'LINEアカウントとの連携を解除しました。\nこれからは、メールアドレスとパスワードでログインしてください。',
    notYou(seller),
  ),
})
