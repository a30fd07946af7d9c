import type { ShopApiClient } from '@kushi/contract/client'
import type { CartEntry } from './cart.ts'

/** An item of the cart for tests. */
export const entry = (overrides: Partial<CartEntry> = {}): CartEntry => ({
  id: 101,
  cart_item_id: null,
  product_id: 1,
  product_code: 'TN-OIL-N030',
  product_name: '純椿油「しずく」',
  sku_parent_item_name1: '香り',
  set_item_name1: '無香料',
  sku_parent_item_name2: '内容量',
  set_item_name2: '30mL',
  product_image: 'large/camellia-oil-1',
  sale_type: 3,
  quantity: 1,
  subscription: 0,
  sale_limit: 10,
  is_out_stock: false,
  is_product_sku_valid: true,
  visible: true,
  light_flag: false,
  lump_sum_payment_flag: false,
  lump_sum_payment_num: null,
  tax_rate: 10,
  price: 2420,
  following_price: 2420,
  discount_amount: 0,
  promotions: [],
  subtotal: 2420,
  revision: 1,
  parts: [],
  ...overrides,
})

/** An API that responds from a table and records the calls. */
export function fakeApi(answers: Record<string, (body: never) => unknown>) {
  const requests: { key: string; body?: unknown }[] = []
  const api = async (key: string, args?: { body?: unknown }) => {
    requests.push({ key, ...(args?.body === undefined ? {} : { body: args.body }) })
    const answer = answers[key]
    if (!answer) throw new Error(`not expected: ${key}`)
    return answer(args?.body as never)
  }
  return { api: api as unknown as ShopApiClient, asked: requests }
}
