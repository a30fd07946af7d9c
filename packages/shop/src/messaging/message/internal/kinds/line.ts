import type { MessageKind } from '../placeholders.ts'

/** LINE: title and first words of a card. Its facts and its button are fixed. */
export const lineMessages = {
  line_order_received: {
    name: 'ご注文の確認',
    placeholders: ['店舗名', 'ご注文番号'],
    required: [],
    subject: 'ご注文ありがとうございます',
    body: 'ご注文を承りました。くわしい内容は、メールでもお送りしています。',
  },
  line_order_replaced: {
    name: '再送・交換の商品のお知らせ',
    placeholders: ['店舗名', 'ご注文番号', '元のご注文番号'],
    required: [],
    subject: '商品を再度お送りします',
    body: 'ご不便をおかけしました。お代金はいただきません。くわしい内容は、メールでもお送りしています。',
  },
  line_order_shipped: {
    name: '商品の発送',
    placeholders: ['店舗名', 'ご注文番号', '残りの商品'],
    required: ['残りの商品'],
    subject: '商品を発送しました',
    body: '{残りの商品}',
  },
  line_subscription_noticed: {
    name: '次回のお届けの事前のお知らせ',
    placeholders: ['店舗名', '契約番号'],
    required: [],
    subject: '次回のお届けのお知らせ',
    body: '',
  },
  line_subscription_changed: {
    name: '定期便の変更・お休み・休止・解約(担当者がお手続きしたとき)',
    placeholders: ['店舗名', '契約番号', '内容'],
    required: [],
    subject: '定期便: {内容}',
    body: '担当者がお手続きしました。くわしい内容は、メールでもお送りしています。',
  },
  line_subscription_failed: {
    name: '定期便をお届けできないとき(お支払い・在庫)',
    placeholders: ['店舗名', '契約番号', '内容', '理由'],
    required: ['理由'],
    subject: '定期便: {内容}',
    body: '{理由}',
  },
  line_price_asked: {
    name: '価格変更のお伺い(値上げ)',
    placeholders: ['店舗名', '契約番号', 'お返事の期限', 'お返事がない場合'],
    required: ['お返事がない場合'],
    subject: '定期便の価格の変更について、ご同意のお願い',
    body: '{お返事の期限}までにお返事をお願いいたします。{お返事がない場合}くわしい内容は、メールでもお送りしています。',
  },
  line_price_lowered: {
    name: '価格変更のお知らせ(値下げ)',
    placeholders: ['店舗名', '契約番号'],
    required: [],
    subject: '定期便の価格を下げます',
    body: 'お手続きはいりません。くわしい内容は、メールでもお送りしています。',
  },
  line_price_lapsed: {
    name: '価格変更へのご同意がなく、定期便を休止したとき',
    placeholders: ['店舗名', '契約番号', '内容'],
    required: [],
    subject: '定期便: {内容}',
    body: '価格の変更へのご同意を期限までにいただいていないため、お伺いのとおり休止しました。休止中は、お届けもご請求もありません。マイページから再開いただけます。',
  },
  line_inquiry_answered: {
    name: 'お問い合わせへのご返信',
    placeholders: ['店舗名', '受付番号', 'ご返信'],
    required: ['ご返信'],
    subject: 'お問い合わせへのご返信',
    body: '{ご返信}',
  },
  line_restocked: {
    name: '再入荷のお知らせ',
    placeholders: ['店舗名'],
    required: [],
    subject: '再入荷のお知らせ',
    body: 'お待たせしました。お申し込みの商品が入荷しました。',
  },
  line_cart_reminder: {
    name: 'カートのお知らせ',
    placeholders: ['店舗名', '最後のお知らせ'],
    required: [],
    subject: 'カートに商品が残っています',
    body: '{最後のお知らせ}',
  },
} as const satisfies Record<string, MessageKind>
