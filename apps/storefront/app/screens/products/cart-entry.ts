import { SALE_TYPE } from '@kushi/values/product'
import { pricesAtQuantity } from '@kushi/values/quantity-price'
import type { CartEntry, CartType } from '../../state/cart.ts'
import { type PricedProduct, type PricedSku, skuPicture } from './priced.ts'

/** The initial way to buy a product: single purchase, if possible. */
export const defaultCartType = ({ sale_type }: Pick<PricedProduct, 'sale_type'>): CartType =>
  sale_type === SALE_TYPE.subscription ? 1 : 0

/** Converts a SKU of this page to an item of the cart. */
export function cartEntry(
  product: Omit<PricedProduct, 'skus'>,
  sku: PricedSku,
  subscription: CartType,
  quantity: number,
): CartEntry {
  const now = pricesAtQuantity(sku, quantity)
  const following_price = now.subscription_price ?? now.price
  const price = subscription === 1 ? (now.subscription_first_price ?? following_price) : now.price
  const lump_sum_payment_num = subscription === 1 ? product.lump_sum_payment_num : null
  return {
    id: sku.id,
    cart_item_id: null,
    product_id: product.id,
    product_code: sku.product_code,
    product_name: product.product_name,
    sku_parent_item_name1: sku.sku_parent_item_name1,
    set_item_name1: sku.set_item_name1,
    sku_parent_item_name2: sku.sku_parent_item_name2,
    set_item_name2: sku.set_item_name2,
    product_image: skuPicture(product, sku),
    sale_type: product.sale_type,
    quantity,
    subscription,
    sale_limit: sku.sale_limit,
    is_out_stock: sku.is_out_stock,
    is_product_sku_valid: true,
    visible: true,
    light_flag: sku.light_flag,
    lump_sum_payment_flag: product.lump_sum_payment_flag,
    lump_sum_payment_num,
    tax_rate: sku.tax_rate,
    price,
    following_price: subscription === 1 ? following_price : price,
    discount_amount: 0,
    promotions: [],
    subtotal: price * quantity * (lump_sum_payment_num ?? 1),
    revision: sku.revision,
    parts: sku.parts,
  }
}
