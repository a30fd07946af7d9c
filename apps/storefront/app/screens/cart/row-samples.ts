import { formatYen } from '@kushi/values/yen'
import type { CartEntry } from '../../state/cart.ts'

const single: CartEntry = {
  id: 0,
  cart_item_id: null,
  product_id: 9_000_001,
  product_code: '',
  product_name: '{product_name}',
  sku_parent_item_name1: null,
  set_item_name1: '{variant}',
  sku_parent_item_name2: null,
  set_item_name2: null,
  product_image: '{product_image}',
  sale_type: 3,
  quantity: 97,
  subscription: 0,
  sale_limit: 99,
  is_out_stock: false,
  is_product_sku_valid: true,
  visible: true,
  light_flag: false,
  lump_sum_payment_flag: false,
  lump_sum_payment_num: null,
  tax_rate: 10,
  price: 9_000_002,
  following_price: 9_000_002,
  discount_amount: 0,
  promotions: [],
  subtotal: 9_000_004,
  revision: 1,
  parts: [],
}

/** A row of each kind, with `placeholders` in place of the item's own data: `draw-cart.ts` makes the rows of them. */
export const rowSamples = {
  single,
  periodic: { ...single, subscription: 1 },
  first_price: { ...single, subscription: 1, following_price: 9_000_003 },
  lump_sum: { ...single, subscription: 1, lump_sum_payment_flag: true, lump_sum_payment_num: 98 },
} satisfies Record<string, CartEntry>

/** What stands in the rows, by what replaces it. Their pictures are not requested, unlike those of the rows made of them. */
export const placeholders = {
  product_name: '{product_name}',
  variant: '{variant}',
  product_image: '{product_image}',
  product_id: '9000001',
  quantity: '97',
  lump_sum_payment_num: '98',
  price: formatYen(9_000_002),
  following_price: formatYen(9_000_003),
  subtotal: formatYen(9_000_004),
  loading: 'lazy',
  later: 'later-picture',
}
