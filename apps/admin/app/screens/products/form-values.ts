import { NEW_PRODUCT, NEW_SKU, type ProductEdit, type ProductInput, type SkuInput } from '@kushi/contract/admin/product'

/** The values of the form. `how_to_use` and `suits` are one text field each, with one sentence per line. */
export interface ProductFormValues
  extends Omit<ProductInput, 'how_to_use' | 'suits' | 'related' | 'use_image_path' | 'pictures'> {
  how_to_use: string
  suits: string
  /** One entry per select; null: nothing chosen. */
  related: { id: number | null }[]
  /** Empty: nothing chosen. */
  use_image_path: string
  pictures: ProductEdit['pictures']
}

/** A new SKU. */
export const emptySku: SkuInput = {
  ...NEW_SKU,
  set_item_name1: '',
  set_item_name2: '',
  place: { shelf: '', barcode: '', temperature: 'normal' },
}

/** As many as fit side by side. */
const RELATED = 4
function noneChosen(chosen: readonly number[] = []): ProductFormValues['related'] {
  return Array.from({ length: RELATED }, (_, n) => ({ id: chosen[n] ?? null }))
}

type ShownProduct = Omit<ProductInput, 'pictures'> & Pick<ProductFormValues, 'pictures'>

/** What its form can change. What it only reads may be another by the time it is saved. */
export const editableFields = ({
  id: _,
  obstacles: _o,
  in_sets: _s,
  shop_url: _u,
  ...product
}: ProductEdit): ShownProduct => ({
  ...product,
  skus: product.skus.map(({ low_stock: _l, revision: _r, ...sku }) => sku),
})

/** A null value becomes an empty text field. */
export const productFormValues = (product: ShownProduct): ProductFormValues => ({
  ...product,
  how_to_use: product.how_to_use.join('\n'),
  suits: product.suits.join('\n'),
  related: noneChosen(product.related),
  use_image_path: product.use_image_path ?? '',
  sku_parent_item_name1: product.sku_parent_item_name1 ?? '',
  sku_parent_item_name2: product.sku_parent_item_name2 ?? '',
  skus: product.skus.map((sku) => ({
    ...sku,
    set_item_name1: sku.set_item_name1 ?? '',
    set_item_name2: sku.set_item_name2 ?? '',
  })),
})

/** A new product with one SKU. */
export const emptyProduct: ProductFormValues = {
  ...productFormValues({ ...NEW_PRODUCT, pictures: [] }),
  skus: [emptySku],
}

/** Leaves out hidden values: subscription prices without a subscription, choices without an axis. */
export const inputOf = (typed: ProductFormValues): ProductInput => ({
  ...typed,
  pictures: typed.pictures.map(({ path, alt }) => ({ path, alt: alt.replace(/\s*\n\s*/g, ' ') })),
  how_to_use: lines(typed.how_to_use),
  suits: lines(typed.suits),
  related: typed.related.flatMap(({ id }) => id ?? []),
  use_image_path: typed.use_image_path || null,
  skus: typed.skus.map((sku) => ({
    ...sku,
    set_item_name1: typed.sku_parent_item_name1 ? sku.set_item_name1 : null,
    set_item_name2: typed.sku_parent_item_name2 ? sku.set_item_name2 : null,
    ...((sku.parts ?? []).length > 0 && { stock: 0 }),
    ...(typed.sale_type === 1
      ? {
          subscription_first_price: null,
          subscription_price: null,
          quantity_prices: (sku.quantity_prices ?? []).map((step) => ({ ...step, subscription_price: null })),
        }
      : {}),
  })),
})

const lines = (typed: string) => typed.split('\n').filter((one) => one.trim() !== '')
