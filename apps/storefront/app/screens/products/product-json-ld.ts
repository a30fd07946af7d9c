import type { ProductDetail, ProductSku } from '@kushi/contract/product'
import { absolute, breadcrumbs, shellOf } from '../../seo.ts'
import { ownPictures, pictureFile } from '../../ui/picture.tsx'
import type { PricedSku } from './priced.ts'

const hasPrice = (sku: ProductSku): sku is PricedSku => sku.price !== null

/** The way down to a product. */
export function breadcrumbJsonLd(product: ProductDetail, matches: Parameters<typeof shellOf>[0]) {
  const base = `${shellOf(matches)?.public_url ?? ''}/sh`
  return breadcrumbs([
    { name: '商品一覧', item: `${base}/products` },
    { name: product.category.category_name, item: `${base}/products?category=${product.category.slug}` },
    { name: product.product_name, item: `${base}/products/detail/${product.id}` },
  ])
}

/** schema.org Product with an Offer per SKU, for search engines. */
export function productJsonLd(product: ProductDetail, matches: Parameters<typeof shellOf>[0]) {
  const shell = shellOf(matches)
  const base = shell?.public_url ?? ''
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.product_name,
    description: product.description,
    ...(product.product_image.length > 0 && {
      image: product.product_image.map(({ path }) =>
        absolute(base, pictureFile(shell?.client.image_api ?? ownPictures, path)),
      ),
    }),
    brand: { '@type': 'Brand', name: shell?.shop?.shop_name ?? '' },
    offers: product.skus.filter(hasPrice).map((sku) => ({
      '@type': 'Offer',
      sku: sku.product_code,
      url: `${base}/sh/products/detail/${product.id}`,
      priceCurrency: 'JPY',
      price: product.sale_type === 2 ? (sku.subscription_first_price ?? sku.price) : sku.price,
      availability: `https://schema.org/${sku.is_out_stock ? 'OutOfStock' : 'InStock'}`,
    })),
  }
}
