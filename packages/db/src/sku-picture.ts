import { sql } from 'drizzle-orm'
import { product, product_image, product_sku } from './schema/product.ts'

/**
 * Path of the picture that shows this SKU: its own, otherwise the product's first; empty: none. For a query of SKUs
 * joined with their products.
 */
export const skuPicturePathSql = sql<string>`coalesce(${product_sku.image_path}, (select ${product_image.path} from ${product_image}
  where ${product_image.shop_id} = ${product.shop_id} and ${product_image.product_id} = ${product.id}
  order by ${product_image.sort_no} limit 1), '')`
