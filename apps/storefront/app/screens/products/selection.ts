import type { ProductSku } from '@kushi/contract/product'

/** An axis of choices: 香り or 内容量. */
export interface Axis {
  name: string
  values: string[]
}

type Choice = Pick<ProductSku, 'sku_parent_item_name1' | 'set_item_name1' | 'sku_parent_item_name2' | 'set_item_name2'>

const valueAt = (sku: Choice, axis: 0 | 1) => (axis === 0 ? sku.set_item_name1 : sku.set_item_name2)
const nameOf = (sku: Choice, axis: 0 | 1) => (axis === 0 ? sku.sku_parent_item_name1 : sku.sku_parent_item_name2)

/** The axes of a product, in the order of its SKUs; null: no such axis. */
export function productAxes(skus: readonly Choice[]): [Axis | null, Axis | null] {
  const axis = (which: 0 | 1): Axis | null => {
    const name = skus[0] ? nameOf(skus[0], which) : null
    const values = [...new Set(skus.map((sku) => valueAt(sku, which)).filter((value) => value !== null))]
    return name && values.length ? { name, values } : null
  }
  return [axis(0), axis(1)]
}

/**
 * The SKU after the choice of `value` on an axis: keeps the other axis if that SKU
 * exists, otherwise the first with `value`.
 */
export function chooseSku<T extends Choice>(skus: readonly T[], current: T, axis: 0 | 1, value: string): T {
  const other = axis === 0 ? 1 : 0
  const matchingSkus = skus.filter((sku) => valueAt(sku, axis) === value)
  return matchingSkus.find((sku) => valueAt(sku, other) === valueAt(current, other)) ?? matchingSkus[0] ?? current
}

/** Availability of a value together with the choice on the other axis. */
export type ChoiceState = 'ok' | 'out_of_stock' | 'none'

export function choiceStateOf(
  skus: readonly (Choice & { is_out_stock: boolean })[],
  current: Choice,
  axis: 0 | 1,
  value: string,
): ChoiceState {
  const other = axis === 0 ? 1 : 0
  const sku = skus.find((one) => valueAt(one, axis) === value && valueAt(one, other) === valueAt(current, other))
  if (!sku) return 'none'
  return sku.is_out_stock ? 'out_of_stock' : 'ok'
}

/** The initial SKU of the page: the one in the URL, otherwise the first one in stock. */
export const firstChoice = <T extends { product_code: string; is_out_stock: boolean }>(
  skus: readonly T[],
  product_code: string | null = null,
): T | undefined =>
  skus.find((sku) => sku.product_code === product_code) ?? skus.find((sku) => !sku.is_out_stock) ?? skus[0]
