import type { ProductSku } from '@kushi/contract/product'
import { Icon } from '../../ui/icon.tsx'

/** 在庫 of the chosen SKU; few pieces are counted. */
export function StockState({ sku }: { sku: ProductSku }) {
  const isFew = sku.stock_left !== null
  return (
    <p
      aria-live="polite"
      className={`flex items-center gap-1 text-sm ${sku.is_out_stock ? 'text-danger' : 'text-muted'}`}
    >
      <Icon name={sku.is_out_stock ? 'alert' : 'check'} size={16} />
      {sku.is_out_stock ? '在庫切れ' : isFew ? `残り${sku.stock_left}点` : '在庫あり'}
      {sku.sale_limit < 10 && !sku.is_out_stock && `(一度に${sku.sale_limit}点まで)`}
    </p>
  )
}
