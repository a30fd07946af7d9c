import type { features } from './feature-order.ts'

type Feature = (typeof features)[number]

/** The owner of a schema file's tables, if it is not the feature of the same name. */
export const ownersOfFiles: Record<string, Feature> = {
  delivery: 'configuration',
  'line-webhook': 'line',
  restock: 'product',
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
  message_text: 'configuration',
  nonce: 'environment',
  one_time_token: 'one-time-token',
  order_request: 'subscription',
  outbox: 'outbox',
  payment_notice: 'order',
  rate_limit: 'limit',
  security_event: 'session',
  seed: 'configuration',
  shipping_insert: 'configuration',
  shipping_setting: 'configuration',
  shop_account: 'account',
}

/** Features whose job is to write the tables of others. */
export const across: Partial<Record<Feature, string>> = {
  merge: 'everything of one member becomes another member’s',
  'move-in': 'writes the rows of another system, with their ids',
  privacy: 'erases what is stored about a person, wherever it is',
  schedule: 'writes on its day what was planned for rows of others',
  withdrawal: 'ends a membership and what belongs to it',
}

/** Other writes past the owner, with the reason; a new one belongs to the owner. One that no longer occurs must be removed. */
export const known: Record<string, string> = {
  'address: customer_address': 'keeps the list; customer writes only the first row of an account',
  'bulk: outbox': 'takes its own waiting messages back, together with its rows',
  'configuration: shop_carrier': 'the screen of the carriers, each with its term',
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
  'outbox: bulk_job':
    'upwards, like the next four: LINE’s answer, that its recipient blocked the account, undoes what is counted as sent',
  'outbox: bulk_job_row': 'the row is sent by mail instead',
  'outbox: cart_reminder': 'the reminder is sent by mail instead',
  'outbox: cart_tracking': 'with its day',
  'outbox: line_friend': 'is blocked',
  'password: customer': 'its column password_hash; a reset unlinks LINE',
  'password: outbox': 'for an unknown e-mail a mail that counts as sent',
  'payment: customer': 'its column gmo_id',
  'session: customer': 'its column password_hash, when it is hashed anew',
  'subscription: order_item': 'a delivery is an order, written in sets',
  'subscription: order_status_event': 'with its first status',
  'subscription: orders': 'without a customer who presses a button',
}
