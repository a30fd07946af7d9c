/** Kinds of harassment by customers (カスタマーハラスメント). */
export const HARASSMENT_KIND_NAME = {
  words: '暴言・人格を否定する言葉',
  threat: '脅し・SNSなどへの書き込みの予告',
  length: '長時間・同じ要求のくり返し',
  demand: '過大な要求(土下座、金銭など)',
  private: '担当者個人へのつきまとい',
} as const
export type HarassmentKind = keyof typeof HARASSMENT_KIND_NAME

/** The answer that ends it, ready to send; `{お名前}` as in the shop's own templates. */
export const HARASSMENT_REPLY_TEXT = `{お名前} 様

お申し出の内容は、たしかに承りました。これまでにご説明したことが、当店の最終のお答えです。

担当者の人格を否定するお言葉や、同じご要求のくり返しが続くときは、応対を終わらせていただきます。状況により、ご注文をお受けしないこと、警察や弁護士に相談することがあります。

お手続きに必要なご連絡(返品、返金、解約など)は、これまでどおり承ります。`
