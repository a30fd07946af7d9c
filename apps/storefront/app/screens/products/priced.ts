import type { ProductDetail, ProductSku } from '@kushi/contract/product'

/** A SKU with prices. Only a shop for companies can hide prices from the visitor. */
export type PricedSku = ProductSku & { price: number }
export type PricedProduct = Omit<ProductDetail, 'skus'> & { skus: PricedSku[] }

export const isPriced = (product: ProductDetail): product is PricedProduct =>
  product.skus.every(({ price }) => price !== null)
