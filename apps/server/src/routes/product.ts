import { getProduct } from '@kushi/shop/product/get-product'
import { listProducts } from '@kushi/shop/product/list-products'
import { quoteSkus } from '@kushi/shop/product/quote-skus'
import { askRestock } from '@kushi/shop/product/restock'
import { suggest } from '@kushi/shop/product/suggest'
import type { Bindings } from '../http/implement.ts'

export const product = {
  'GET /v1/product': listProducts,
  'GET /v1/product/suggestion': suggest,
  'GET /v1/product/detail/{id}': getProduct,
  'GET /v1/product/sku/list': quoteSkus,
  'POST /v1/product/restock': askRestock,
} satisfies Partial<Bindings>
