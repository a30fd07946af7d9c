/** The features of `packages/shop/src`, from the top downwards: each may import only those that stand below it. */
export const features = [
  'configuration',
  'withdrawal',
  'mypage',
  'subscription',
  'fulfilment',
  'order',
  'abandonment',
  'cart',
  'product',
  'payment',
  'price',
  'delivery',
  'inquiry',
  'customer',
  'address',
  'password',
  'line',
  'advertisement',
  'one-time-token',
  'picture',
  'operator',
  'audit',
  'admin',
  'session',
  'outbox',
  'mail',
  'environment',
  'setting',
  'postcode',
  'limit',
] as const

/** Below all features: what a verb gets, errors, secrets, and the ports, which are types. */
export const floor =
  /^packages\/shop\/src\/((actor|context|shop-error|secret-box)\.ts|testing\/.*|[\w-]+\/[\w-]*(port|ports)\.ts)$/

const state = 'the order says what became of it, and the subscription hears of it by a handler given from above'
const member = 'whoever signs in is answered with the member: loadCustomer goes below session and line'

/**
 * What points upwards today, and what has to happen before the line can go. A line that holds no longer fails the check,
 * so the list only shrinks.
 */
export const upwards: Record<string, string> = {
  'order/receive-order → subscription/save-subscription': state,
  'order/check-owed → subscription/change-subscription': 'a context within a transaction is made on the floor',
  'order/assess-order → subscription/rules/change-deadline': 'the date rules go down to delivery',
  'order/order-mail → subscription/rules/change-deadline': 'the date rules go down to delivery',
  'order/assess-order → subscription/rules/next-delivery-date': 'the date rules go down to delivery',
  'order/check-delivery → subscription/rules/pattern': 'the date rules go down to delivery',
  'setting/list-payment-methods → payment/rules/payment-texts': 'the methods that are offered go to payment',
  'setting/list-payment-methods → price/rules/payment-fee': 'the methods that are offered go to payment',
  'setting/list-payment-methods → price/rules/price-state': 'the methods that are offered go to payment',
  'session/log-in → customer/load-customer': member,
  'session/refresh-session → customer/load-customer': member,
  'session/who-am-i → customer/load-customer': member,
  'line/confirm-link → customer/load-customer': member,
  'line/verify-line-account → customer/load-customer': member,
  'line/save-social-account → customer/rules/normalize-email': 'goes down to packages/values',
  'password/request-reset → customer/rules/normalize-email': 'goes down to packages/values',
  'session/log-in → customer/rules/normalize-email': 'goes down to packages/values',
  'line/prove-member → password/check-current-password': 'a link asks for the password: the check goes below line',
  'outbox/deliver-outbox → abandonment/reminder-wanted': 'the last look before a reminder leaves is given from above',
  'admin/views → audit/record': 'admin becomes what audit and the verbs of operators share',
}

/** Type imports that close a circle of files today; the same rule. */
export const circular: Record<string, string> = {
  'packages/shop/src/order/lock-order.ts → packages/shop/src/order/write-order.ts': 'the row gets a file of its own',
  'packages/shop/src/order/order-line.ts → packages/shop/src/order/write-order.ts': 'the row gets a file of its own',
  'packages/shop/src/order/order-mail.ts → packages/shop/src/order/write-order.ts': 'the row gets a file of its own',
  'packages/shop/src/order/receive-order.ts → packages/shop/src/order/write-order.ts': 'the row gets a file of its own',
  'packages/shop/src/order/write-subscription.ts → packages/shop/src/order/write-order.ts':
    'the row gets a file of its own',
}
