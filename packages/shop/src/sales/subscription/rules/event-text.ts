import type { WebhookEvent } from '@kushi/values/webhook'

interface EventMeaning {
  /** 履歴 as the member reads it. */
  text: string
  /** 通知 to other systems of the shop; absent: the event of its order covers it, or nobody is told. */
  announced?: WebhookEvent
}

const meanings = {
  created: { text: '定期便をお申し込みいただきました', announced: 'subscription.created' },
  moved_in: { text: '以前のシステムから引き継ぎました' },
  merged: { text: '重複していた会員登録から、こちらの会員に移りました', announced: 'subscription.changed' },
  updated: { text: '内容を変更しました', announced: 'subscription.changed' },
  payment_changed: { text: 'お支払い方法を変更しました', announced: 'subscription.changed' },
  second_way_named: { text: 'お支払いできないときに使う方法を変更しました', announced: 'subscription.changed' },
  second_way_taken: {
    text: 'お支払いができなかったため、お決めいただいた別の方法に切り替えました',
    announced: 'subscription.changed',
  },
  link_followed: { text: 'メールのリンクから、このお届けだけのお支払いのお手続きがありました' },
  card_expiring: { text: 'お支払いのカードについてお知らせしました' },
  card_kept: { text: 'お申し込みのカードを、今後のお支払いに登録しました' },
  card_replaced: { text: 'お支払いのカードが、登録し直したカードに変わりました', announced: 'subscription.changed' },
  usual_card_taken: {
    text: 'お支払いができなかったカードから、いつも使うカードに変わりました',
    announced: 'subscription.changed',
  },
  paused: { text: '休止しました', announced: 'subscription.paused' },
  reopened: { text: '再開しました', announced: 'subscription.changed' },
  cancelled: { text: '解約しました', announced: 'subscription.cancelled' },
  ending_asked: { text: 'いま手配しているお届けを最後に、解約することにしました', announced: 'subscription.changed' },
  ending_undone: { text: '解約を取り消し、続けることにしました', announced: 'subscription.changed' },
  skipped: { text: '次回のお届けをお休みにしました', announced: 'subscription.changed' },
  item_left_out: { text: '次回のお届けだけ、商品を除きました', announced: 'subscription.changed' },
  item_put_back: { text: '除いた商品を、次回のお届けに戻しました', announced: 'subscription.changed' },
  skip_undone: { text: 'お休みを取り消しました', announced: 'subscription.changed' },
  noticed: { text: '次回のお届けとお支払いをお知らせしました' },
  arranged: { text: '次回のお届けを手配しました', announced: 'subscription.charged' },
  payment_failed: { text: 'お支払いができませんでした', announced: 'subscription.failed' },
  stock_failed: { text: '在庫がなく、お届けを手配できませんでした', announced: 'subscription.failed' },
  other_failed: { text: 'お届けを手配できませんでした', announced: 'subscription.failed' },
  received: { text: 'お届けが完了しました' },
  delivery_cancelled: { text: 'お届けが取り消されました' },
  promotion_taken: { text: '特典を付けました', announced: 'subscription.changed' },
  adjusted: { text: 'お支払い金額の調整額を変更しました', announced: 'subscription.changed' },
  price_asked: { text: '価格の変更についてお伺いしました' },
  price_agreed: { text: '価格の変更にご同意いただきました', announced: 'subscription.changed' },
  price_refused: { text: '価格の変更に同意しないとのお返事をいただきました' },
  fees_asked: { text: '送料・手数料の変更についてお伺いしました' },
  fees_agreed: { text: '送料・手数料の変更にご同意いただきました', announced: 'subscription.changed' },
  fees_refused: { text: '送料・手数料の変更に同意しないとのお返事をいただきました' },
  price_lowered: { text: '価格を下げました', announced: 'subscription.changed' },
  ended: { text: '定期便を終了しました', announced: 'subscription.cancelled' },
  refund_settled: { text: 'ご返金の手続きが済みました' },
  finished: { text: '年払いのお届けがすべて完了しました', announced: 'subscription.cancelled' },
} as const satisfies Record<string, EventMeaning>

export type SubscriptionEventName = keyof typeof meanings

const all: Readonly<Record<string, EventMeaning>> = meanings

/** The name of a subscription event as text for people. */
export const eventText = (event: string): string => all[event]?.text ?? event

/** The webhook event that is sent for a subscription event; undefined: none is sent. */
export const webhookEventOf = (event: SubscriptionEventName): WebhookEvent | undefined => all[event]?.announced
