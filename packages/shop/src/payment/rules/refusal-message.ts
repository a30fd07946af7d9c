import type { CardRefusal } from '../card-port.ts'

/** Why an attempt to pay ended: what the card company said, or that nobody came back. */
export type Refusal = CardRefusal | 'abandoned'

const messages: Record<Refusal, string> = {
  reenter:
    'カード情報が正しくないため、お支払いできませんでした。カード番号・有効期限・セキュリティコードをご確認のうえ、もう一度ご入力ください。',
  limit:
    'ご利用限度額または残高の都合により、このカードではお支払いできませんでした。別のカードまたはお支払い方法をお選びください。',
  unusable: 'このカードはご利用いただけません。別のカードまたはお支払い方法をお選びください。',
  authentication: '本人認証(3Dセキュア)が完了しませんでした。もう一度お試しいただくか、別のカードをお選びください。',
  too_many: '登録できるカードの数の上限に達しています。お使いにならないカードを削除してから、もう一度お試しください。',
  abandoned: 'お支払いの手続きが途中で終わったため、ご注文は確定していません。もう一度お試しください。',
}

/** 決済エラーの理由, ready to show; null where there was none. */
export const refusalMessage = (refusal: string | null): string | null =>
  refusal === null ? null : (messages[refusal as Refusal] ?? messages.unusable)

/** Name of the failure on the wire. */
export const refusalError: Record<CardRefusal, string> = {
  reenter: 'ERROR_CARD_REENTER',
  limit: 'ERROR_CARD_LIMIT',
  unusable: 'ERROR_CARD_UNUSABLE',
  authentication: 'ERROR_CARD_UNUSABLE',
  too_many: 'ERROR_CARD_UNUSABLE',
}
