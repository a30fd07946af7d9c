import { ProductInput } from '@kushi/contract/admin/product'
import { productFieldFailures } from '../../../catalogue/product/index.ts'
import type { RowReader } from '../rules/row-reader.ts'

/** Reports the errors that the admin's product form would find, at their row and column. */
export function reportProductProblems(readers: readonly RowReader[], input: ProductInput): void {
  const checked = ProductInput.safeParse(input)
  const faults = checked.success
    ? productFieldFailures(checked.data, [])
    : checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  for (const { path, message } of faults) {
    const [, index, name] = /^skus\.(\d+)\.(\w+)$/.exec(path) ?? []
    const reader = readers[Number(index ?? 0)] ?? readers[0]!
    reader.fault(HEADS[name ?? path] ?? '', message)
  }
}

const HEADS: Readonly<Record<string, string>> = {
  product_name: '商品名',
  product_name_kana: '商品名(かな)',
  slug: 'URL用の名前',
  category_id: 'カテゴリ',
  sale_type: '販売種別',
  visible: '公開',
  catch_copy: 'キャッチコピー',
  description: '説明',
  sku_parent_item_name1: '規格1の名前',
  sku_parent_item_name2: '規格2の名前',
  product_code: '商品コード',
  set_item_name1: '規格1',
  set_item_name2: '規格2',
  price: '価格',
  subscription_first_price: '定期 初回',
  subscription_price: '定期 2回目から',
  tax_rate: '税率',
  sale_limit: '上限',
  weight_g: '重さ(g)',
  stock: '在庫',
}
