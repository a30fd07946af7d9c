/** Screens whose calls the server rejects in a 代理ログイン: cards, login settings, inquiries, and consents. */
const OWN = [
  '/mypage/payments/',
  ...['email', 'password', 'withdrawal', 'privacy'].map((one) => `/mypage/customer/${one}`),
  ...['/contact', '/line-', '/price-change', '/supplier/', '/periodic-purchase'],
]

/** Whether only the member can use the screen at this path. */
export const isOwnAffair = (pathname: string): boolean => OWN.some((one) => pathname.startsWith(one))
