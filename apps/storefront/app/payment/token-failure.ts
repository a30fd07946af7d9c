/** Result codes of the token script → what the customer can do about it. */
const texts: readonly (readonly [codes: RegExp, text: string])[] = [
  [/^(10[0-2])$/, 'カード番号が正しくありません。カードの表示をご確認ください。'],
  [/^(11[0-3])$/, '有効期限が正しくありません。カードの表示をご確認ください。'],
  [/^(12[0-2])$/, 'セキュリティコードが正しくありません。カードの表示をご確認ください。'],
  [/^(13[12])$/, 'カード名義が正しくありません。半角ローマ字で入力してください。'],
]

/** Why a card could not be exchanged for a token, ready to show. */
export const tokenFailure = (code: string): string =>
  texts.find(([codes]) => codes.test(code))?.[1] ??
  'カード会社と通信できませんでした。少し待ってから、もう一度お試しください。'
