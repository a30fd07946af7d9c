import type { MessageKind } from '../placeholders.ts'

/** カートのお知らせ: advertising, so it states the sender, the reason and the way to stop it (特定電子メール法). */
export const reminderMessages = {
  cart_reminder: {
    name: 'カートのお知らせ',
    placeholders: ['宛名', '店舗名', '署名', '商品', 'カートのURL', '有効期限', '最後のお知らせ', '配信停止'],
    required: ['商品', 'カートのURL', '配信停止', '署名'],
    subject: '【{店舗名}】カートに商品が残っています',
    body: [
      '{宛名}',
      'カートに、次の商品が残っています。ご注文の手続きは、まだ終わっていません。',
      '{商品}',
      'カートの続きはこちら({有効期限}まで)\n{カートのURL}',
      '{最後のお知らせ}\n在庫と価格は変わることがあります。お求めがお済みの場合や、ご不要の場合は、このままで差し支えありません。',
      '{配信停止}',
      '{署名}',
    ].join('\n\n'),
  },
  /** Sent once, because the recipient asked for it; contains nothing else. */
  restocked: {
    name: '再入荷のお知らせ',
    placeholders: ['店舗名', '署名', '商品', '商品のページ'],
    required: ['商品', '商品のページ', '署名'],
    subject: '【{店舗名}】再入荷のお知らせ',
    body: [
      'お待たせしました。次の商品が入荷しました。',
      '{商品}',
      '{商品のページ}',
      '数に限りがあるため、お求めになる前に再び品切れとなることがあります。',
      'このメールは、再入荷のお知らせをお申し込みの方へ、一度だけお送りしています。お心当たりのない場合は、このメールを破棄してください。',
      '{署名}',
    ].join('\n\n'),
  },
} as const satisfies Record<string, MessageKind>
