import type { ProductDetail, ProductSku } from '@kushi/contract/product'

/** A SKU with prices. Only a shop for companies can hide prices from the visitor. */
export type PricedSku = ProductSku & { price: number }
export type PricedProduct = Omit<ProductDetail, 'skus'> & { skus: PricedSku[] }

export const isPriced = (product: ProductDetail): product is PricedProduct =>
  product.skus.every(({ price }) => price !== null)

/** Path of the picture that shows this choice: its own, otherwise the product's first; empty: none. */
export const skuPicture = (
  { product_image }: Pick<ProductDetail, 'product_image'>,
  { image_path }: Pick<ProductSku, 'image_path'>,
): string => image_path ?? product_image[0]?.path ?? ''
