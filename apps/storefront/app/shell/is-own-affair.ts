/** Screens for what the server refuses to an operator in a 代理ログイン: cards, how one gets in, words to the shop, and what is agreed to. */
const OWN = [
  '/mypage/payments/',
  ...['email', 'password', 'withdrawal', 'privacy'].map((one) => `/mypage/customer/${one}`),
  ...['/contact', '/line-', '/price-change', '/supplier/', '/periodic-purchase'],
]

/** Whether only the member can do what stands at this address. */
export const isOwnAffair = (pathname: string): boolean => OWN.some((one) => pathname.startsWith(one))
