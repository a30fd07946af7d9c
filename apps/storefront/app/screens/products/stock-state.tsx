import type { ProductSku } from '@kushi/contract/product'
import { Icon } from '../../ui/icon.tsx'

/** 在庫 in words, with the number if only a few pieces are left. */
export function stockText(sku: ProductSku): string {
  if (sku.is_out_stock) return '在庫切れ'
  const left = sku.stock_left === null ? '在庫あり' : `残り${sku.stock_left}点`
  return sku.sale_limit < 10 ? `${left}(一度に${sku.sale_limit}点まで)` : left
}

/** 在庫 of the chosen SKU. */
export function StockState({ sku }: { sku: ProductSku }) {
  return (
    <p className={`flex items-center gap-1 text-sm ${sku.is_out_stock ? 'text-danger' : 'text-muted'}`}>
      <Icon name={sku.is_out_stock ? 'alert' : 'check'} size={16} />
      {stockText(sku)}
    </p>
  )
}
