/** The features of `packages/shop/src`, from top to bottom: each may import only features below it. */
export const features = [
  'today',
  'configuration',
  'schedule',
  'privacy',
  'merge',
  'withdrawal',
  'bulk',
  'move-in',
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
  'acting',
  'correspondence',
  'customer',
  'address',
  'password',
  'line',
  'advertisement',
  'one-time-token',
  'picture',
  'operator',
  'account',
  'webhook',
  'extension',
  'api-key',
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

/** Below all features: a verb's context, limits on work at once, errors and secrets. */
export const floor =
  /^packages\/shop\/src\/((actor|at-most|in-parallel|context|shop-error|secret-box)\.ts|testing\/.*)$/

/**
 * The types that a feature requires from a third party. Features above it may import it like its index.ts; the floor
 * imports all of them.
 */
export const port = /^packages\/shop\/src\/[\w-]+\/[\w-]+-ports?\.ts$/
