const KEY = 'kushi.order-request'

interface StoredRequest {
  order_no: string
  request_no: string
}

/** Stores before the card company's page where to enter another card if this one is declined. */
export const rememberRequest = (request: StoredRequest): void => sessionStorage.setItem(KEY, JSON.stringify(request))

/** The 代理注文 of an order, stored in this tab; null: none. */
export function requestOf(order_no: string): string | null {
  try {
    const way = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredRequest | null
    return way?.order_no === order_no ? way.request_no : null
  } catch {
    return null
  }
}
