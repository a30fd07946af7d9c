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
  'csv',
  'audit',
  'admin',
  'session',
  'outbox',
  'message',
  'mail',
  'environment',
  'setting',
  'postcode',
  'limit',
] as const

/** Below all features: what a verb gets, errors, secrets, and the ports, which are types. */
export const floor =
  /^packages\/shop\/src\/((actor|context|shop-error|secret-box)\.ts|testing\/.*|[\w-]+\/[\w-]*(port|ports)\.ts)$/
