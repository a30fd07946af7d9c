import type { MessageKind } from '../placeholders.ts'

const ofMember = ['宛名', '店舗名', '署名', '店舗の連絡先'] as const
const withLink = ['宛名', '店舗名', '署名', 'URL'] as const

const notYou = 'お心当たりのない場合は、お手数ですが、すぐに当店までご連絡ください。\n{店舗の連絡先}'
const letter = (...paragraphs: string[]) => ['{宛名}', ...paragraphs, '{署名}'].join('\n\n')

/** 会員 */
export const accountMessages = {
  registered: {
    name: '会員登録の完了',
    placeholders: [...withLink, 'マイページ', '確認のページ'],
    required: ['署名', 'URL', '確認のページ'],
    subject: '【{店舗名}】会員登録が完了しました',
    body: letter(
      '{店舗名}へようこそ。\nこのメールアドレスで、会員登録が完了しました。これからは、メールアドレスとパスワードでログインしていただけます。',
      'このメールアドレスの確認をお願いいたします。次のページを開き、画面のボタンを押してください(7日以内)。ご注文は、確認の前でもお続けいただけます。',
      '{確認のページ}',
      'マイページでは、ご注文の履歴、定期便のお届け日の変更やお休み、お届け先とお支払い方法の登録が、いつでもできます。',
      '{マイページ}',
      'ご登録に心当たりのない場合は、上の確認はなさらずに、次のページからパスワードを再設定してください。ほかの端末のログインとLINEの連携は、すべて解除されます。\n{URL}',
    ),
  },
  email_verify: {
    name: 'メールアドレスの確認のお願い',
    placeholders: ['宛名', '店舗名', '署名', '確認のページ'],
    required: ['署名', '確認のページ'],
    subject: '【{店舗名}】メールアドレスの確認のお願い',
    body: letter(
      '会員登録のメールアドレスの確認をお願いいたします。\n次のページを開き、画面のボタンを押してください。',
      '{確認のページ}',
      'このページの有効期限は、このメールをお送りしてから7日です。一度だけお使いいただけます。',
      'お心当たりのない場合は、このメールを破棄してください。',
    ),
  },
  merged: {
    name: '会員の統合',
    placeholders: [...ofMember, '内容'],
    required: ['署名', '店舗の連絡先', '内容'],
    subject: '【{店舗名}】会員登録を一つにまとめました',
    body: letter('同じお客様の会員登録が二つあったため、当店で一つにまとめました。\n{内容}', notYou),
  },
  email_confirm: {
    name: 'メールアドレスの確認(新しいアドレスへ)',
    placeholders: withLink,
    required: ['署名', 'URL'],
    subject: '【{店舗名}】メールアドレスの確認',
    body: letter(
      'メールアドレス変更のお申し込みを承りました。\n次のページを開き、画面のボタンを押すと、このメールアドレスへの変更が完了します。',
      'メールアドレスを確認する\n{URL}',
      'このページの有効期限は、このメールをお送りしてから1時間です。一度だけお使いいただけます。',
      'お心当たりのない場合は、このメールを破棄してください。メールアドレスは変わりません。',
    ),
  },
  email_change_asked: {
    name: 'メールアドレス変更のお申し込み(これまでのアドレスへ)',
    placeholders: ofMember,
    required: ['署名', '店舗の連絡先'],
    subject: '【{店舗名}】メールアドレス変更のお申し込みについて',
    body: letter(
      'メールアドレス変更のお申し込みを承り、新しいメールアドレスへ確認のメールをお送りしました。\n確認が済むまで、これまでのメールアドレスをご利用いただけます。',
      notYou,
    ),
  },
  email_changed: {
    name: 'メールアドレスの変更(これまでのアドレスへ)',
    placeholders: ofMember,
    required: ['署名', '店舗の連絡先'],
    subject: '【{店舗名}】メールアドレスを変更しました',
    body: letter(
      'ご登録のメールアドレスが変更されました。\nこれからのご連絡は、新しいメールアドレスへお送りします。',
      notYou,
    ),
  },
  password_reset: {
    name: 'パスワード再設定のご案内',
    placeholders: withLink,
    required: ['署名', 'URL'],
    subject: '【{店舗名}】パスワード再設定のご案内',
    body: letter(
      'パスワード再設定のお申し込みを承りました。\n次のページを開いて、新しいパスワードをご登録ください。',
      'パスワードを再設定する\n{URL}',
      'このページの有効期限は、このメールをお送りしてから1時間です。一度だけお使いいただけます。',
      'お心当たりのない場合は、このメールを破棄してください。パスワードは変わりません。',
    ),
  },
  password_changed: {
    name: 'パスワードの変更',
    placeholders: ofMember,
    required: ['署名', '店舗の連絡先'],
    subject: '【{店舗名}】パスワードを変更しました',
    body: letter(
      'ご登録のパスワードが変更されました。\nほかの端末でログインしていた場合は、新しいパスワードでログインし直してください。',
      notYou,
    ),
  },
  line_confirm: {
    name: 'LINE連携のご確認',
    placeholders: withLink,
    required: ['署名', 'URL'],
    subject: '【{店舗名}】LINE連携のご確認',
    body: letter(
      'LINEアカウントとの連携のお申し込みを承りました。\n次のページを開くと、連携が完了します。お申し込みのときと同じLINEアカウントでお開きください。',
      'LINEと連携する\n{URL}',
      'このページの有効期限は、このメールをお送りしてから1時間です。一度だけお使いいただけます。',
      'お心当たりのない場合は、このメールを破棄してください。連携は行われません。',
    ),
  },
  line_linked: {
    name: 'LINEとの連携',
    placeholders: ofMember,
    required: ['署名', '店舗の連絡先'],
    subject: '【{店舗名}】LINEと連携しました',
    body: letter(
      'お客様の会員アカウントが、LINEアカウントと連携されました。\nこれからは、LINEでログインしていただけます。連携は、会員情報の画面からいつでも解除できます。',
      notYou,
    ),
  },
  line_unlinked: {
    name: 'LINE連携の解除',
    placeholders: ofMember,
    required: ['署名', '店舗の連絡先'],
    subject: '【{店舗名}】LINE連携を解除しました',
    body: letter(
      'LINEアカウントとの連携を解除しました。\nこれからは、メールアドレスとパスワードでログインしてください。',
      notYou,
    ),
  },
  withdrawn: {
    name: '退会の完了',
    placeholders: [...ofMember, '終了した定期便'],
    required: ['署名', '店舗の連絡先', '終了した定期便'],
    subject: '【{店舗名}】退会のお手続きが完了しました',
    body: letter(
      '退会のお手続きが完了しました。これまでご利用いただき、ありがとうございました。\n{終了した定期便}',
      '会員情報とお届け先、カードの登録は削除しました。ご注文の記録は、法律で定められた期間だけ保管します。',
      notYou,
    ),
  },
} as const satisfies Record<string, MessageKind>
