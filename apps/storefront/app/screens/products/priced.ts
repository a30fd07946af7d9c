import type { ProductDetail, ProductSku } from '@kushi/contract/product'

/** A product whose prices are shown to who asks, as they are in every shop but one for companies that keeps them. */
export type PricedSku = ProductSku & { price: number }
export type PricedProduct = Omit<ProductDetail, 'skus'> & { skus: PricedSku[] }

export const isPriced = (product: ProductDetail): product is PricedProduct =>
  product.skus.every(({ price }) => price !== null)
