/** Where a product list stands: the shop's own, or the one from which a subscription is added to. */
export interface ListPlace {
  path: '/products' | '/mypage/products'
  /** Stands in every address of it, besides what the list is narrowed to. */
  keep: Readonly<Record<string, string>>
  /** Only what can be subscribed to, at the price of a subscription. */
  isForSubscription: boolean
}

export const shopList: ListPlace = { path: '/products', keep: {}, isForSubscription: false }

/** The address of a product, seen from a list. */
export const detailPath = ({ path, keep }: ListPlace, id: number) => {
  const search = new URLSearchParams(keep)
  return `${path}/detail/${id}${search.size ? `?${search}` : ''}`
}
