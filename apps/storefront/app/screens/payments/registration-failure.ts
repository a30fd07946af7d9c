/** `?error=` of the return from the provider's page → advice for the customer. */
const texts: Record<string, string> = {
  reenter:
    'カード情報が正しくないため、登録できませんでした。カード番号・有効期限・セキュリティコードをご確認のうえ、もう一度ご入力ください。',
  limit: 'ご利用限度額などの都合により、このカードは登録できませんでした。別のカードをお試しください。',
  unusable: 'このカードは登録できませんでした。別のカードをお試しください。',
  authentication: '本人認証(3Dセキュア)が完了しませんでした。もう一度お試しいただくか、別のカードをお使いください。',
  too_many: '登録できるカードの数の上限に達しています。お使いにならないカードを削除してから、もう一度お試しください。',
  unavailable:
    'カード会社と通信できず、登録できたか確認できませんでした。一覧に表示されていないときは、もう一度お試しください。',
}

/** Why a card was not registered, ready to show; null: no message. */
export const registrationFailure = (error: string | null): string | null =>
  error === null ? null : (texts[error] ?? 'カードを登録できませんでした。お手数ですが、もう一度お試しください。')
