/** Who may open the screen: members only, or all visitors. */
export type Access = 'member' | 'open'

export interface AppRoute {
  /** The path below the base. */
  path: string
  /**
   * Coded id for page views and tracking. It never changes. A new route takes the next
   * free number, wherever it is in the list.
   */
  id: `EC_LINE${number}`
  access: Access
  /** `none`: the screen has its own layout. */
  layout: 'shop' | 'none'
  /** The screen's file below `screens/`, without its extension. */
  screen: string
  /** A step of the purchase that needs items in this kind of cart. */
  checkout?: 'normal' | 'subscription'
}

type Row = [
  id: AppRoute['id'],
  path: string,
  screen: string,
  more?: Partial<Pick<AppRoute, 'access' | 'layout' | 'checkout'>>,
]

const member = { access: 'member' } as const

const rows: Row[] = [
  ['EC_LINE001', '/', 'home/home'],
  ['EC_LINE002', '/products', 'products/product-list'],
  ['EC_LINE003', '/products/detail/:id', 'products/product-detail'],
  ['EC_LINE004', '/cart', 'cart/cart'],
  ['EC_LINE005', '/periodic-purchase', 'purchase/purchase', { checkout: 'subscription' }],
  ['EC_LINE006', '/normal-purchase', 'purchase/purchase', { checkout: 'normal' }],
  ['EC_LINE007', '/periodic-purchase/confirm', 'purchase/confirm', { checkout: 'subscription' }],
  ['EC_LINE008', '/normal-purchase/confirm', 'purchase/confirm', { checkout: 'normal' }],
  ['EC_LINE009', '/periodic-purchase/complete', 'purchase/complete'],
  ['EC_LINE010', '/normal-purchase/complete', 'purchase/complete'],
  ['EC_LINE011', '/mypage', 'mypage/mypage', member],
  ['EC_LINE012', '/mypage/customer', 'customer/customer', member],
  ['EC_LINE013', '/mypage/addresses', 'addresses/addresses', member],
  ['EC_LINE014', '/mypage/addresses/new', 'addresses/new-address', member],
  ['EC_LINE015', '/mypage/addresses/:id/edit', 'addresses/edit-address', member],
  ['EC_LINE016', '/mypage/payments', 'payments/payments', member],
  ['EC_LINE017', '/mypage/payments/new', 'payments/new-card', member],
  ['EC_LINE018', '/mypage/payments/:id/edit', 'payments/edit-card', member],
  ['EC_LINE019', '/mypage/subscriptions', 'subscriptions/list/subscriptions', member],
  ['EC_LINE020', '/mypage/subscriptions/:id/edit', 'subscriptions/detail/subscription', member],
  ['EC_LINE021', '/mypage/subscriptions/:id/confirm', 'subscriptions/confirm/confirm', member],
  ['EC_LINE022', '/mypage/products', 'products/subscription/list', member],
  ['EC_LINE023', '/mypage/products/detail/:id', 'products/subscription/detail', member],
  ['EC_LINE024', '/mypage/history', 'history/history', member],
  ['EC_LINE025', '/mypage/purchases', 'purchases/purchases', member],
  ['EC_LINE026', '/contact', 'contact/contact'],
  ['EC_LINE027', '/contact/confirm', 'contact/contact-confirm'],
  ['EC_LINE028', '/contact/complete', 'contact/contact-complete'],
  ['EC_LINE029', '/contents/faq', 'contents/to-page'],
  ['EC_LINE030', '/contents/company', 'contents/to-page'],
  ['EC_LINE031', '/contents/defrayal', 'contents/to-page'],
  ['EC_LINE032', '/contents/privacy', 'contents/to-page'],
  ['EC_LINE033', '/help/terms-of-use', 'contents/to-page'],
  ['EC_LINE034', '/contents/customer-rank', 'contents/to-page'],
  ['EC_LINE035', '/login', 'login/login'],
  ['EC_LINE036', '/forget', 'password/forget'],
  ['EC_LINE037', '/forget/complete', 'password/forget-complete'],
  ['EC_LINE038', '/passreset', 'password/passreset'],
  ['EC_LINE039', '/passreset/complete', 'password/passreset-complete'],
  ['EC_LINE040', '/line-contact', 'line/line-contact'],
  ['EC_LINE041', '/line-contact/completed', 'line/line-contact-completed'],
  ['EC_LINE042', '/line-link', 'line/line-link'],
  ['EC_LINE043', '/line-link/confirm', 'line/line-link-confirm'],
  ['EC_LINE044', '/line-subscribe', 'line/line-subscribe'],
  ['EC_LINE045', '/supplier/apply', 'supplier/supplier-apply'],
  ['EC_LINE046', '/callback', 'line/callback', member],
  ['EC_LINE047', '/redirect/amazon', 'redirect/amazon', { layout: 'none' }],
  ['EC_LINE048', '/page-not-found', 'not-found'],
  // The specification names these outside of its list.
  ['EC_LINE049', '/line-login', 'line/line-login'],
  ['EC_LINE050', '/sitemaps', 'sitemaps'],
  ['EC_LINE051', '/contents/:page', 'contents/content-page'],
  ['EC_LINE052', '/mypage/customer/email', 'customer/change-email', member],
  ['EC_LINE053', '/mypage/customer/password', 'customer/change-password', member],
  ['EC_LINE054', '/unsubscribe', 'reminder/unsubscribe'],
  ['EC_LINE055', '/email-change', 'customer/confirm-email'],
  ['EC_LINE056', '/mypage/inquiries', 'inquiries/inquiries', member],
  ['EC_LINE057', '/mypage/inquiries/:inquiry_no', 'inquiries/inquiry', member],
  ['EC_LINE058', '/mypage/customer/withdrawal', 'customer/withdraw', member],
  ['EC_LINE059', '/journal', 'journal/journal'],
  ['EC_LINE060', '/journal/:slug', 'journal/article'],
  ['EC_LINE061', '/order-request/:request_no', 'purchase/request', member],
  ['EC_LINE062', '/price-change', 'subscriptions/price/price-change'],
  ['EC_LINE063', '/mypage/customer/privacy', 'customer/privacy', member],
  ['EC_LINE064', '/acting', 'acting/acting'],
  ['EC_LINE065', '/mypage/customer/consents', 'customer/consents', member],
  ['EC_LINE066', '/mypage/order-table', 'order-table/order-table', member],
  ['EC_LINE067', '/refund-account', 'refund/refund-account'],
  ['EC_LINE068', '/mypage/points', 'points/points', member],
  ['EC_LINE069', '/mypage/referral', 'points/referral', member],
  ['EC_LINE070', '/merge', 'customer/merge'],
  ['EC_LINE071', '/lp/:slug', 'purchase/landing-page'],
  ['EC_LINE072', '/pace', 'subscriptions/pace/pace'],
  ['EC_LINE073', '/pay-delivery', 'subscriptions/pay/pay-delivery'],
  ['EC_LINE074', '/redirect/linked-account', 'redirect/linked-account', { ...member, layout: 'none' }],
  ['EC_LINE075', '/mypage/customer/security', 'customer/security', member],
]

/** Every screen of the shop, once. `routes.ts` and the navigation guard both use it. */
export const routeTable: readonly AppRoute[] = rows.map(([id, path, screen, more]) => ({
  id,
  path,
  screen,
  access: 'open',
  layout: 'shop',
  ...more,
}))

/** The entry for a route pattern of the router, with or without a leading slash: `products/detail/:id`. */
export const routeOfPattern = (pattern: string) =>
  routeTable.find((route) => route.path === `/${pattern.replace(/^\/+/, '')}`)
