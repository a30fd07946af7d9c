/** 通知 to another system of the shop, with the names for operators. */
export const WEBHOOK_EVENT_NAME = {
  'order.placed': 'ご注文を受け付けた',
  'order.changed': 'ご注文の内容が変わった',
  'order.shipped': '商品を発送した',
  'order.cancelled': 'ご注文がキャンセルされた',
  'order.returned': 'ご注文が返品になった',
  'payment.refunded': '返金した',
  'subscription.created': '定期便が始まった',
  'subscription.changed': '定期便の内容が変わった',
  'subscription.paused': '定期便が休止した',
  'subscription.cancelled': '定期便が終わった',
  'subscription.charged': '定期便のお届けを手配した',
  'subscription.failed': '定期便のお届けを手配できなかった',
  'customer.created': '会員が増えた',
  'customer.changed': '会員情報が変わった',
  'customer.withdrawn': '会員が退会した',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENT_NAME
export const WEBHOOK_EVENTS = Object.keys(WEBHOOK_EVENT_NAME) as [WebhookEvent, ...WebhookEvent[]]

/** Why nothing is sent to an address any more; `gone`: it answered that it is not there. */
export const WEBHOOK_STOPPED_REASONS = ['operator', 'failing', 'gone'] as const
