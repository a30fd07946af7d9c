import { CART_MESSAGES } from './cart-message.ts'
import { fillTemplate, type TemplateArguments } from './template.ts'

/** Messages to customers when an action fails. Each states what happened and, where possible, what to do. */
export const USER_MESSAGES = {
  card_unusable: 'このカードはご利用いただけません。別のカードをお試しください。',
  card_registration_failed: 'カードを登録できませんでした。カード情報をご確認のうえ、もう一度お試しください。',
  card_expired: 'カードの有効期限が切れています。別のカードをご利用ください。',

  ...CART_MESSAGES,
  cart_empty: 'カートに商品が入っていません。',
  item_changed: '{0}は内容が変更されたため、カートから削除しました。お手数ですが、商品ページからお選び直しください。',
  out_of_stock: '{0}は在庫切れのため、ご購入いただけません。',
  item_unavailable: '{0}は現在ご購入いただけません。',
  normal_with_lump_sum: '通常購入の商品と年間一括払いの定期購入の商品は、同時にご購入いただけません。',
  monthly_with_lump_sum: '毎回お支払いの定期購入の商品と年間一括払いの定期購入の商品は、同時にご購入いただけません。',
  shipping_fee_by_place: 'お届け先により送料が決まりました。金額をご確認ください。',
  shipping_fee_changed: 'お届け先の変更により送料が変わりました。金額をご確認ください。',

  total_negative: '合計金額がマイナスになるため、登録できません。',
  total_over_limit: '合計金額が10億円以上になるため、ご注文いただけません。',
  wallet_limit: '{0}をご利用いただけるのは{1}万円までです。ほかのお支払い方法をお選びください。',
  wallet_zero_total: 'お支払い金額が0円のため、{0}はご利用いただけません。',
  amazon_pay_session_expired:
    'Amazon Payのお手続きの有効期限が切れました。お手数ですが、はじめからお手続きをお願いいたします。',

  login_failed: '正しいメールアドレスとパスワードを入力してください。',
  email_not_registered: 'ご入力のメールアドレスは登録されていません。メールアドレスをもう一度ご確認ください。',
  session_expired: 'ログインの有効期限が切れました。お手数ですが、もう一度ログインしてください。',

  line_account_in_use: 'このLINEアカウントは、すでに別の会員様にご利用いただいています。',
  line_login_failed: 'LINEでのログインに失敗しました。もう一度お試しください。',
  line_not_friend: 'LINEの友だち追加を確認できませんでした。友だち追加のうえ、もう一度お試しください。',
  line_unavailable: 'LINEとの通信ができませんでした。しばらくしてからもう一度お試しください。',
  line_not_used: 'このお店では、LINEをご利用いただけません。',
  line_other_linked:
    'お客様の会員アカウントは、別のLINEアカウントと連携しています。会員情報で連携を解除してから、もう一度お試しください。',
  line_account_different:
    '連携をお申し込みになったときと同じLINEアカウントでログインして、もう一度URLを開いてください。',
  line_only_login:
    'パスワードが設定されていないため、連携を解除できません。パスワードを設定してから、もう一度お試しください。',
  business_only: '法人会員の方だけがご利用いただけます。',
  token_expired: 'URLの有効期限が切れています。お手数ですが、もう一度連携のお手続きをお願いいたします。',
  token_used: 'このURLはすでに使用されています。ログインしてご利用ください。',
  token_empty: 'URLが正しくありません。お送りしたURLをもう一度お確かめください。',
  reset_url_expired:
    'URLの有効期限(1時間)が切れています。お手数ですが、もう一度パスワード再設定のお手続きをお願いいたします。',
  email_url_expired:
    'URLの有効期限(1時間)が切れています。お手数ですが、もう一度メールアドレス変更のお手続きをお願いいたします。',
  email_url_used: 'このURLはすでに使用されています。変更後のメールアドレスでログインしてご利用ください。',
  member_blocked: 'このアカウントは、ただいまご利用いただけません。お手数ですが、当店までお問い合わせください。',
  supplier_not_approved:
    '当店は、お取引の審査がお済みの方だけがご利用いただけます。「卸のお取引のお申し込み」からお申し込みください。',
  password_common: 'よく使われているパスワードのため、ご登録いただけません。ほかのパスワードを入力してください。',
  password_needed: '安全のため、現在のパスワードを入力してください。',
  current_password_wrong: '現在のパスワードが正しくありません。',
  email_unchanged: '現在のメールアドレスと同じです。新しいメールアドレスを入力してください。',

  subscription_arranged: '発送の手配が済んでいるため、商品をお受け取りになるまで変更・休止・解約はできません。',
  subscription_change_in_progress:
    'ほかの変更を処理しているため、お支払い方法を変更できません。しばらくしてからもう一度お試しください。',
  subscription_already_cancelled: 'この定期便はすでに解約されています。',
  next_delivery_date_invalid: '次回のお届け日が正しくありません。',
  next_next_delivery_date_invalid: '次々回のお届け日が正しくありません。',

  invalid: '{0}が正しくありません。',
  unregistrable: '{0}に登録できない文字({1})が含まれています。別の文字で入力してください。',
  agreement_required: '利用規約とプライバシーポリシーへの同意が必要です。',
  third_party_consent_required: 'このお支払い方法のご利用には、個人情報の提供への同意が必要です。',

  try_again_later:
    'エラーが発生しました。しばらくしてからもう一度お試しください。解決しない場合は、管理者までお問い合わせください。',
} as const

export type UserMessageId = keyof typeof USER_MESSAGES

/** `userMessage('sale_limit', 5)` → `一度にご購入いただける数量は5点までです。` */
export function userMessage<Id extends UserMessageId>(
  id: Id,
  ...args: TemplateArguments<(typeof USER_MESSAGES)[Id]>
): string {
  return fillTemplate(USER_MESSAGES[id], args)
}
