import type { Settings } from '@kushi/shop/context'

/** The header of a rendered page; `apps/storefront/app/own-scripts.ts` writes it. */
export const OWN_SCRIPTS_HEADER = 'x-own-scripts'
const isHash = /^'sha256-[\w+/]{43}='$/

type Directive = 'script-src' | 'img-src' | 'connect-src' | 'frame-src' | 'form-action'
type Origins = Partial<Record<Directive, readonly string[]>>

const gmoOrigins = ['https://static.mul-pay.jp', 'https://*.mul-pay.jp']
/** What MpToken loads, for production and for the provider's staging. */
const gmo: Origins = { 'script-src': gmoOrigins, 'connect-src': gmoOrigins, 'frame-src': gmoOrigins }

/**
 * What LIFF's SDK loads and calls; `e2e/live-policy.e2e.ts` runs the SDK itself under this policy. The friend button
 * asks `liff.line.me` for its window, and runs in one of `liff-subwindow.line.me`.
 */
const liff: Origins = {
  'script-src': ['https://static.line-scdn.net', 'https://liffsdk.line-scdn.net'],
  'connect-src': [
    'https://api.line.me',
    'https://access.line.me',
    'https://liff.line.me',
    'https://miniapp.line.me',
    'https://liff-subwindow.line.me',
    'https://liffsdk.line-scdn.net',
    'https://uts-front.line-apps.com',
  ],
  'frame-src': ['https://liff.line.me', 'https://liff-subwindow.line.me'],
}

const amazonPages = ['https://payments.amazon.co.jp', 'https://payments-fe.amazon.com']
/** What Amazon Pay's own shop plug-ins allow, for the region Japan. */
const amazonPay: Origins = {
  'script-src': ['https://*.payments-amazon.com'],
  'img-src': ['https://*.payments-amazon.com', 'https://*.media-amazon.com', 'https://*.ssl-images-amazon.com'],
  'connect-src': [...amazonPages, 'https://*.amazonpay.jp', 'https://*.payments-amazon.com', 'https://api.amazon.com'],
  'frame-src': [...amazonPages, 'https://*.payments-amazon.com', 'https://api-cdn.amazon.com'],
  'form-action': amazonPages,
}

/** The origins of Google Pay's window and script, from Google's own guide for such policies. */
const googlePay: Origins = {
  'script-src': ['https://pay.google.com'],
  'connect-src': ['https://pay.google.com', 'https://google.com/pay', 'https://www.google.com/pay'],
  'frame-src': ['https://pay.google.com'],
}

const paidyPages = ['https://apps.paidy.com']
/** Paidy's script, and the frame that it opens in the page. */
const paidyWindow: Origins = {
  'script-src': paidyPages,
  'img-src': paidyPages,
  'connect-src': [...paidyPages, 'https://api.paidy.com'],
  'frame-src': paidyPages,
}

const collected = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.g.doubleclick.net',
  'https://www.google.com',
  'https://www.google.co.jp',
]
/** Tag Manager with Google Analytics 4, as Google's own guide for such policies lists it. */
const tagManager: Origins = {
  'script-src': ['https://*.googletagmanager.com'],
  'img-src': collected,
  'connect-src': collected,
  'frame-src': ['https://www.googletagmanager.com'],
}

type PolicySettings = Pick<
  Settings,
  'payment_script_url' | 'image_api' | 'tag_manager_id' | 'line' | 'amazon' | 'google_pay' | 'paidy'
>

const isGooglesOwn = (google_pay: PolicySettings['google_pay']) => google_pay?.script_url.startsWith('http') === true

/** Google Pay opens a window of Google, which has to reach the page that opened it. */
export const openerPolicyHeaders = ({ google_pay }: Pick<PolicySettings, 'google_pay'>): Record<string, string> =>
  isGooglesOwn(google_pay) ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}

/** The third parties of a shop's pages. A simulator is served by us and needs none. */
function thirdParties(config: PolicySettings): Origins[] {
  const { payment_script_url, image_api, tag_manager_id, line, amazon, google_pay, paidy } = config
  return [
    ...(payment_script_url === null ? [gmo] : []),
    ...(tag_manager_id === null ? [] : [tagManager]),
    ...(line?.liff_script_url === null ? [liff] : []),
    ...(amazon?.script_url.startsWith('http')
      ? [amazonPay, { 'script-src': [new URL(amazon.script_url).origin] }]
      : []),
    ...(isGooglesOwn(google_pay) ? [googlePay] : []),
    ...(paidy?.script_url.startsWith('http') ? [paidyWindow] : []),
    ...(image_api.startsWith('http') ? [{ 'img-src': [new URL(image_api).origin] }] : []),
  ]
}

/**
 * The policy of one page. Scripts: our own files, and by hash the inline scripts that the rendering itself put into it,
 * as it names them in `OWN_SCRIPTS`; not whatever stands in the finished page. A hash instead of a nonce, because we and
 * a CDN serve the same bytes to all visitors.
 */
export function contentSecurityPolicy(page: Headers, config: PolicySettings): string {
  const hashes = (page.get(OWN_SCRIPTS_HEADER) ?? '').split(' ').filter((hash) => isHash.test(hash))
  const parties = thirdParties(config)
  const allow = (directive: Directive, ...own: string[]) =>
    [directive, "'self'", ...own, ...new Set(parties.flatMap((one) => one[directive] ?? []))].join(' ')
  return [
    "default-src 'self'",
    allow('script-src', ...hashes),
    "style-src 'self' 'unsafe-inline'",
    allow('img-src', 'data:'),
    allow('connect-src'),
    allow('frame-src'),
    allow('form-action'),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}
