/** The place of a product list: the shop's own list, or the list for adding items to a subscription. */
export interface ListPlace {
  path: '/products' | '/mypage/products'
  /** Query parameters of every URL of the list, besides its filters. */
  keptParams: Readonly<Record<string, string>>
  /** Shows only products for subscriptions, at the subscription price. */
  isForSubscription: boolean
}

export const shopList: ListPlace = { path: '/products', keptParams: {}, isForSubscription: false }

/** The path of a product in a list. */
export const detailPath = ({ path, keptParams }: ListPlace, id: number) => {
  const search = new URLSearchParams(keptParams)
  return `${path}/detail/${id}${search.size ? `?${search}` : ''}`
}
