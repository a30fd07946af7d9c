/** 履歴 as the member reads it. */
const texts = {
  created: '定期便をお申し込みいただきました',
  moved_in: '以前のシステムから引き継ぎました',
  merged: '重複していた会員登録から、こちらの会員に移りました',
  updated: '内容を変更しました',
  payment_changed: 'お支払い方法を変更しました',
  card_kept: 'お申し込みのカードを、今後のお支払いに登録しました',
  card_replaced: 'お支払いのカードが、登録し直したカードに変わりました',
  paused: '休止しました',
  reopened: '再開しました',
  cancelled: '解約しました',
  ending_asked: 'いま手配しているお届けを最後に、解約することにしました',
  ending_undone: '解約を取り消し、続けることにしました',
  skipped: '次回のお届けをお休みにしました',
  skip_undone: 'お休みを取り消しました',
  noticed: '次回のお届けとお支払いをお知らせしました',
  arranged: '次回のお届けを手配しました',
  payment_failed: 'お支払いができませんでした',
  stock_failed: '在庫がなく、お届けを手配できませんでした',
  other_failed: 'お届けを手配できませんでした',
  received: 'お届けが完了しました',
  delivery_cancelled: 'お届けが取り消されました',
  adjusted: 'お支払い金額の調整額を変更しました',
  price_asked: '価格の変更についてお伺いしました',
  price_agreed: '価格の変更にご同意いただきました',
  price_refused: '価格の変更に同意しないとのお返事をいただきました',
  price_lowered: '価格を下げました',
  ended: '定期便を終了しました',
  refund_settled: 'ご返金の手続きが済みました',
  finished: '年払いのお届けがすべて完了しました',
} as const

export type SubscriptionEventName = keyof typeof texts

export const eventText = (event: string): string => texts[event as SubscriptionEventName] ?? event
