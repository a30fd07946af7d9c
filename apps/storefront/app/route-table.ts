/** Who may enter: a member only, or everybody. */
export type Access = 'member' | 'open'

export interface AppRoute {
  /** As in the address, below the base. */
  path: string
  /** Coded id; page views and tracking use it. Assigned here, in the order of the specification's list. */
  id: `EC_LINE${string}`
  access: Access
  /** `none`: the screen brings its own layout. */
  layout: 'shop' | 'none'
  /** The screen's file below `screens/`, without its ending. */
  screen: string
  /** A step of the purchase that has no sense with an empty cart of this kind. */
  checkout?: 'normal' | 'subscription'
}

type Row = [path: string, screen: string, more?: Partial<Pick<AppRoute, 'access' | 'layout' | 'checkout'>>]

const member = { access: 'member' } as const

const rows: Row[] = [
  ['/', 'products/home'],
  ['/products', 'products/product-list'],
  ['/products/detail/:id', 'products/product-detail'],
  ['/cart', 'cart/cart'],
  ['/periodic-purchase', 'purchase/purchase', { checkout: 'subscription' }],
  ['/normal-purchase', 'purchase/purchase', { checkout: 'normal' }],
  ['/periodic-purchase/confirm', 'purchase/confirm', { checkout: 'subscription' }],
  ['/normal-purchase/confirm', 'purchase/confirm', { checkout: 'normal' }],
  ['/periodic-purchase/complete', 'purchase/complete'],
  ['/normal-purchase/complete', 'purchase/complete'],
  ['/mypage', 'mypage/mypage', member],
  ['/mypage/customer', 'customer/customer', member],
  ['/mypage/addresses', 'addresses/addresses', member],
  ['/mypage/addresses/new', 'addresses/new-address', member],
  ['/mypage/addresses/:id/edit', 'addresses/edit-address', member],
  ['/mypage/payments', 'payments/payments', member],
  ['/mypage/payments/new', 'payments/new-card', member],
  ['/mypage/payments/:id/edit', 'payments/edit-card', member],
  ['/mypage/subscriptions', 'subscriptions/list/subscriptions', member],
  ['/mypage/subscriptions/:id/edit', 'subscriptions/detail/subscription', member],
  ['/mypage/subscriptions/:id/confirm', 'subscriptions/confirm/confirm', member],
  ['/mypage/products', 'subscriptions/products/list', member],
  ['/mypage/products/detail/:id', 'subscriptions/products/detail', member],
  ['/mypage/history', 'history/history', member],
  ['/mypage/purchases', 'purchases/purchases', member],
  ['/contact', 'contact/contact'],
  ['/contact/confirm', 'contact/contact-confirm'],
  ['/contact/complete', 'contact/contact-complete'],
  ['/contents/faq', 'contents/to-page'],
  ['/contents/company', 'contents/to-page'],
  ['/contents/defrayal', 'contents/to-page'],
  ['/contents/privacy', 'contents/to-page'],
  ['/help/terms-of-use', 'contents/to-page'],
  ['/contents/customer-rank', 'contents/to-page'],
  ['/login', 'login/login'],
  ['/forget', 'password/forget'],
  ['/forget/complete', 'password/forget-complete'],
  ['/passreset', 'password/passreset'],
  ['/passreset/complete', 'password/passreset-complete'],
  ['/line-contact', 'line/line-contact'],
  ['/line-contact/completed', 'line/line-contact-completed'],
  ['/line-link', 'line/line-link'],
  ['/line-link/confirm', 'line/line-link-confirm'],
  ['/line-subscribe', 'line/line-subscribe'],
  ['/supplier/apply', 'supplier/supplier-apply'],
  ['/callback', 'line/callback', member],
  ['/redirect/amazon', 'redirect/amazon', { layout: 'none' }],
  ['/page-not-found', 'not-found'],
  // Named by the specification outside of its list.
  ['/line-login', 'line/line-login'],
  ['/sitemaps', 'sitemaps'],
  ['/contents/:page', 'contents/content-page'],
  ['/mypage/customer/email', 'customer/change-email', member],
  ['/mypage/customer/password', 'customer/change-password', member],
  ['/unsubscribe', 'reminder/unsubscribe'],
  ['/email-change', 'customer/confirm-email'],
]

/** Every screen of the shop, once. `routes.ts` and the navigation guard both read it. */
export const routeTable: readonly AppRoute[] = rows.map(([path, screen, more], index) => ({
  path,
  screen,
  id: `EC_LINE${String(index + 1).padStart(3, '0')}`,
  access: 'open',
  layout: 'shop',
  ...more,
}))

/** The entry of a route pattern as the router gives it, with or without a slash before it: `products/detail/:id`. */
export const routeOfPattern = (pattern: string) =>
  routeTable.find((route) => route.path === `/${pattern.replace(/^\/+/, '')}`)
