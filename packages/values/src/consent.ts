/**
 * What a customer can consent to: advertising by mail or by LINE (特定電子メール法), and the terms of use with the privacy
 * policy.
 */
export const CONSENT_NAME = {
  mail: 'メールでのお知らせ',
  line: 'LINEでのお知らせ',
  terms: '利用規約とプライバシーポリシー',
} as const
export type ConsentChannel = keyof typeof CONSENT_NAME

/** The screens on which a consent is given or withdrawn. */
export const CONSENT_SCREEN_NAME = {
  purchase: 'ご購入のお手続き(会員登録)',
  profile: '会員情報',
  consents: '同意の記録',
  stop_link: '配信停止のページ',
  withdrawal: '退会・アカウントの統合',
  operator: 'お店の手続き',
  moved_in: 'ほかのシステムからの引き継ぎ',
} as const
export type ConsentScreen = keyof typeof CONSENT_SCREEN_NAME

/** お知らせの受け取り, above the two boxes. */
export const ADVERT_CONSENT_LEAD_TEXT =
  '新商品やお得なお知らせをお送りします。いつでも止められます。ご注文や定期便の大切なご連絡は、設定にかかわらずお送りします。'

/** The words beside each box. The screens show them and the record keeps them: a change needs a new `CONSENT_VERSION`. */
export const CONSENT_LABEL = {
  mail_at_purchase: 'お得なお知らせをメールで受け取る',
  mail_in_profile: 'メールで受け取る',
  line_in_profile: 'LINEで受け取る',
  terms: '利用規約とプライバシーポリシーに同意する',
} as const
/** Version of the consent texts, stored with each consent. */
export const CONSENT_VERSION = '2026-11'

const WORDING: Partial<Record<ConsentScreen, Partial<Record<ConsentChannel, string>>>> = {
  purchase: { mail: CONSENT_LABEL.mail_at_purchase, terms: CONSENT_LABEL.terms },
  profile: {
    mail: `${ADVERT_CONSENT_LEAD_TEXT}${CONSENT_LABEL.mail_in_profile}`,
    line: `${ADVERT_CONSENT_LEAD_TEXT}${CONSENT_LABEL.line_in_profile}`,
  },
}

/**
 * Returns the text that the customer read when consenting on that screen. Returns null if the screen shows no text of
 * the shop.
 */
export const consentWordingText = (screen: ConsentScreen, channel: ConsentChannel): string | null =>
  WORDING[screen]?.[channel] ?? null
