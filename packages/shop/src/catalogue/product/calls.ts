import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { createCategory, deleteCategory, listAllCategories, renameCategory } from './admin/categories.ts'
import { duplicateProduct } from './admin/duplicate-product.ts'
import { exportPrices } from './admin/export-prices.ts'
import { exportProducts } from './admin/export-products.ts'
import { checkProductImport, runProductImport } from './admin/import-products.ts'
import { listProductNames } from './admin/list-product-names.ts'
import { listAllProducts as listProductsForAdmin } from './admin/list-products.ts'
import { moveProduct } from './admin/move-product.ts'
import { countSubscriptionsBySku, countSubscriptionsOfProducts } from './admin/running-subscriptions.ts'
import { createProduct, updateProduct } from './admin/save-product.ts'
import { setProductVisibility } from './admin/set-visibility.ts'
import { previewProduct, showProduct } from './admin/show-product.ts'
import {
  correctStock,
  listStock,
  listStockEvents,
  receiveStock,
  saveStorageDetails,
  setLowStockThreshold,
  showStock,
} from './admin/stock.ts'
import { checkStockImport, exportStock, runStockImport } from './admin/stock-sheet.ts'
import { getProduct } from './get-product.ts'
import { listProducts } from './list-products.ts'
import { listCustomerVoices } from './list-voices.ts'
import { listBulkOrderSkus } from './order-table.ts'
import { quoteSkus } from './quote-skus.ts'
import { requestRestockNotice } from './restock.ts'
import { suggestSearchResults } from './suggest.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/product': listProducts,
  'GET /v1/product/suggestion': suggestSearchResults,
  'GET /v1/product/detail/{id}': getProduct,
  'GET /v1/product/order-table': listBulkOrderSkus,
  'GET /v1/product/sku/list': quoteSkus,
  'POST /v1/product/restock': requestRestockNotice,
  'GET /v1/voice': listCustomerVoices,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/products': listProductsForAdmin,
  'GET /admin/v1/products/names': listProductNames,
  'GET /admin/v1/products/{id}': showProduct,
  'GET /admin/v1/products/{id}/subscriptions': countSubscriptionsBySku,
  'POST /admin/v1/products/subscriptions': countSubscriptionsOfProducts,
  'POST /admin/v1/products': createProduct,
  'PUT /admin/v1/products/{id}': updateProduct,
  'POST /admin/v1/products/export': exportProducts,
  'POST /admin/v1/products/prices/export': exportPrices,
  'POST /admin/v1/products/import/check': checkProductImport,
  'POST /admin/v1/products/import/run': runProductImport,
  'POST /admin/v1/products/visibility': setProductVisibility,
  'POST /admin/v1/products/{id}/duplicate': duplicateProduct,
  'POST /admin/v1/products/{id}/preview': previewProduct,
  'POST /admin/v1/products/{id}/move': moveProduct,
  'GET /admin/v1/categories': listAllCategories,
  'PUT /admin/v1/categories/{id}': renameCategory,
  'DELETE /admin/v1/categories/{id}': deleteCategory,
  'POST /admin/v1/categories': createCategory,
  'GET /admin/v1/stock': listStock,
  'POST /admin/v1/stock/export': exportStock,
  'POST /admin/v1/stock/import/check': checkStockImport,
  'POST /admin/v1/stock/import/run': runStockImport,
  'GET /admin/v1/stock/{id}': showStock,
  'GET /admin/v1/stock/{id}/events': listStockEvents,
  'POST /admin/v1/stock/{id}/receipt': receiveStock,
  'POST /admin/v1/stock/{id}/correction': correctStock,
  'PUT /admin/v1/stock/{id}/low-stock': setLowStockThreshold,
  'PUT /admin/v1/stock/{id}/place': saveStorageDetails,
} satisfies Partial<AdminCallHandlers>
