/**
 * The domains of `packages/shop/src` and their features, in order. A domain uses only domains above it. Inside a domain a
 * feature uses only features before it.
 */
export const domains = {
  /** What everything stands on. */
  foundation: [
    'admin',
    'limit',
    'postcode',
    'setting',
    'audit',
    'timeline',
    'csv',
    'picture',
    'extension',
    'retention',
    'webauthn',
  ],
  /** What must be told, to whom, and how. */
  messaging: ['message', 'webhook'],
  /** Who somebody is. */
  people: ['session', 'passkey', 'line', 'operator', 'customer', 'person', 'correspondence', 'acting', 'inquiry'],
  /** What is sold, for how much, and when it can arrive. */
  catalogue: ['delivery', 'price-history', 'promotion', 'point', 'price', 'promise', 'product'],
  /** What somebody buys. */
  sales: [
    'payment',
    'cart',
    'experiment',
    'offer',
    'order',
    'document',
    'checkout',
    'fulfilment',
    'refund',
    'subscription',
  ],
  /** What the money was. */
  accounting: ['ledger', 'settlement', 'journal', 'bank-refund'],
  /** Who comes, and who stays. */
  growth: ['conversion', 'report'],
  /** What the shop's own people do with all of it. */
  operation: ['move-in', 'bulk', 'membership', 'schedule', 'configuration', 'today'],
} as const

export type Feature = (typeof domains)[keyof typeof domains][number]

/** `domain/feature`, lowest first. */
export const features = Object.entries(domains).flatMap(([domain, names]) => names.map((name) => `${domain}/${name}`))

/** Below all features: a handler's context, the ports to third parties, limits on work at once, errors and secrets. */
export const ground =
  /^packages\/shop\/src\/((actor|concurrency-limit|in-parallel|context|shop-error|secret-box|hook)\.ts|ports\/[\w-]+\.ts|testing\/.*)$/

/** Above all features: which of them reacts to which. */
export const top = 'packages/shop/src/hooks.ts'
