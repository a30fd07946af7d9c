/**
 * Whether members can reach a page while a shop that was open before is closed (臨時休業): member pages, login and logout,
 * and the pages that a seller must show. Nothing can be bought there. `path` is relative to the shop's base.
 */
export const isReachableWhileClosed = (path: string): boolean => pages.test(path) && !shelves.test(path)

const pages =
  /^\/(login|forget|passreset|mypage|contact|contents|help|price-change|email-change|acting|callback|line-(login|link|contact|subscribe))(\/|\.data$|$)/
/** The products that a member could add to a subscription. */
const shelves = /^\/mypage\/products(\/|\.data$|$)/

/** Marks a ひな形 until the responsible person has checked it: a page that contains it counts as not written. */
export const TEMPLATE_MARK_TEXT = '【ひな形】'

/** The fields of 特定商取引法に基づく表記 in the order of the page; each value is the heading that customers read. */
export const LEGAL_NOTICE_HEADING = {
  seller: '販売業者',
  manager: '運営統括責任者',
  address: '所在地',
  phone: '電話番号',
  email: 'メールアドレス',
  price: '販売価格',
  fees: '送料・商品代金以外の必要料金',
  payment: 'お支払い方法',
  payment_time: 'お支払いの時期',
  delivery_time: '商品の引渡時期',
  returns: '返品・交換',
  return_fee: '返品の送料',
  subscription: '定期便の条件',
  cancellation: '定期便の解約方法',
  term: 'お申し込みの有効期限',
  limit: '販売数量の制限・特別の販売条件',
} as const
export type LegalNoticeField = keyof typeof LEGAL_NOTICE_HEADING
export const legalNoticeFields = Object.keys(LEGAL_NOTICE_HEADING) as LegalNoticeField[]

/** Required only of a shop that sells subscriptions. */
export const subscriptionLegalNoticeFields: readonly LegalNoticeField[] = ['subscription', 'cancellation']
