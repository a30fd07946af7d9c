/** What other features use of `product`. */
export { addProduct } from './admin/save-product.ts'
export { writeStock } from './admin/stock.ts'
export { costsChanged } from './hooks.ts'
export { lockCatalogue } from './internal/load-product.ts'
export { smallPicture } from './internal/picture.ts'
export { unknownPictures } from './internal/save-pictures.ts'
export { listProducts } from './list-products.ts'
export { productFaults } from './rules/check-product.ts'
