import type { ProductSku } from '@kushi/contract/product'

/** 香り, 内容量: what there is to choose between. */
export interface Axis {
  name: string
  values: string[]
}

type Choice = Pick<ProductSku, 'sku_parent_item_name1' | 'set_item_name1' | 'sku_parent_item_name2' | 'set_item_name2'>

const valueAt = (sku: Choice, axis: 0 | 1) => (axis === 0 ? sku.set_item_name1 : sku.set_item_name2)
const nameOf = (sku: Choice, axis: 0 | 1) => (axis === 0 ? sku.sku_parent_item_name1 : sku.sku_parent_item_name2)

/** The axes of a product, in the order of its SKUs; null where it has no such choice. */
export function axesOf(skus: readonly Choice[]): [Axis | null, Axis | null] {
  const axis = (which: 0 | 1): Axis | null => {
    const name = skus[0] ? nameOf(skus[0], which) : null
    const values = [...new Set(skus.map((sku) => valueAt(sku, which)).filter((value) => value !== null))]
    return name && values.length ? { name, values } : null
  }
  return [axis(0), axis(1)]
}

/** The SKU after `value` was chosen on an axis: the other axis stays where that exists, else the first that has it. */
export function choose<T extends Choice>(skus: readonly T[], current: T, axis: 0 | 1, value: string): T {
  const other = axis === 0 ? 1 : 0
  const fitting = skus.filter((sku) => valueAt(sku, axis) === value)
  return fitting.find((sku) => valueAt(sku, other) === valueAt(current, other)) ?? fitting[0] ?? current
}

/** How a value stands beside what is chosen on the other axis. */
export type Standing = 'ok' | 'out_of_stock' | 'none'

export function standingOf(
  skus: readonly (Choice & { is_out_stock: boolean })[],
  current: Choice,
  axis: 0 | 1,
  value: string,
): Standing {
  const other = axis === 0 ? 1 : 0
  const sku = skus.find((one) => valueAt(one, axis) === value && valueAt(one, other) === valueAt(current, other))
  if (!sku) return 'none'
  return sku.is_out_stock ? 'out_of_stock' : 'ok'
}

/** What the page begins with: the one that its address names, else the first that can be bought. */
export const firstChoice = <T extends { product_code: string; is_out_stock: boolean }>(
  skus: readonly T[],
  product_code: string | null = null,
): T | undefined =>
  skus.find((sku) => sku.product_code === product_code) ?? skus.find((sku) => !sku.is_out_stock) ?? skus[0]
