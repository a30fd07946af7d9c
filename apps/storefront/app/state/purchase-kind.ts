import { CART_TYPE, type CartTypeId } from '@kushi/values/cart'

/** The kind of purchase, as in its paths: 通常購入 or 定期購入. Each has its own cart, draft and order key. */
export type PurchaseKind = 'normal' | 'periodic'

export const purchaseKinds = ['normal', 'periodic'] as const satisfies PurchaseKind[]

export const cartTypeOf = (kind: PurchaseKind): CartTypeId =>
  kind === 'periodic' ? CART_TYPE.subscription : CART_TYPE.normal

export const kindOfCart = (type: CartTypeId): PurchaseKind => (type === CART_TYPE.subscription ? 'periodic' : 'normal')

/** `/sh/periodic-purchase/confirm` → `periodic` */
export const kindOfPath = (path: string): PurchaseKind => (path.includes('/periodic-purchase') ? 'periodic' : 'normal')

/** The path of a purchase screen. A member's path has `loggedIn=true`. */
export function purchasePath(kind: PurchaseKind, step: '' | 'confirm' | 'complete' = '', isMember = false): string {
  return `/${kind}-purchase${step && `/${step}`}${isMember ? '?loggedIn=true' : ''}`
}
