import type { Feature } from './feature-order.ts'

/** The owner of a schema file's tables, if it is not the feature of the same name. */
export const ownersOfFiles: Record<string, Feature> = {
  abandonment: 'cart',
  advertisement: 'line',
  'api-key': 'operator',
  delivery: 'configuration',
  'line-webhook': 'line',
  privacy: 'membership',
  restock: 'product',
  'self-check': 'configuration',
  shop: 'configuration',
  story: 'configuration',
  voice: 'configuration',
  worry: 'configuration',
}

/** The owner of a table, if it is not that of its schema file. */
export const ownersOfTables: Record<string, Feature> = {
  access_token: 'session',
  ad_letter: 'customer',
  ad_optout: 'customer',
  audit_event: 'audit',
  cart_abandonment_setting: 'configuration',
  journal_account: 'journal',
  journal_export: 'journal',
  journal_export_part: 'journal',
  journal_tax_word: 'journal',
  message_text: 'configuration',
  nonce: 'session',
  one_time_token: 'session',
  order_check: 'fulfilment',
  order_request: 'subscription',
  outbox: 'message',
  payment_notice: 'order',
  price_history: 'price-history',
  rate_limit: 'limit',
  sales_basis: 'journal',
  security_event: 'session',
  seller_term: 'setting',
  seed: 'configuration',
  shipping_insert: 'configuration',
  shipping_setting: 'configuration',
  shop_account: 'configuration',
}

/** Features whose job is to write the tables of others. */
export const across: Partial<Record<Feature, string>> = {
  membership: 'ends a membership, erases a person, or makes everything of one member another member’s',
  'move-in': 'writes the rows of another system, with their ids',
  schedule: 'writes on its day what was planned for rows of others',
}

/** Other writes past the owner, with the reason; a new one belongs to the owner. One that no longer occurs must be removed. */
export const known: Record<string, string> = {
  'bulk: outbox': 'takes its own waiting messages back, together with its rows',
  'configuration: shop_carrier': 'the screen of the carriers, each with its term',
  'configuration: subscription': 'its time of day, when the shop renames that time',
  'correspondence: outbox': 'retries and stops a message for an operator',
  'customer: customer_rank': 'the thresholds, on the screen of the monthly decision',
  'customer: shop': 'the months that the ranks count, on the same screen',
  'fulfilment: order_item': 'what a changed order still contains, together with its parcels',
  'fulfilment: orders': 'address and amounts of a changed order, never its status',
  'inquiry: customer': 'an approved application becomes an account',
  'inquiry: customer_address': 'with its first address',
  'line: customer': 'its column line_id',
  'line: shop': 'its columns of LINE, by a command',
  'operator: outbox': 'an invitation is listed with no messages',
  'order: product_sku': 'takes the stock with the order, in its statement',
  'message: bulk_job':
    'upwards, like the next four: LINE’s answer, that its recipient blocked the account, undoes what is counted as sent',
  'message: bulk_job_row': 'the row is sent by mail instead',
  'message: cart_reminder': 'the reminder is sent by mail instead',
  'message: cart_tracking': 'with its day',
  'message: line_friend': 'is blocked',
  'customer: outbox': 'for an unknown e-mail a mail that counts as sent',
  'payment: customer': 'its column gmo_id',
  'session: customer': 'its column password_hash, when it is hashed anew',
  'subscription: order_item': 'a delivery is an order: its items, which a repeated attempt replaces',
  'subscription: order_status_event': 'with its first status',
}
