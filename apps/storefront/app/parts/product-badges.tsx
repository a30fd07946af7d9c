import { SALE_TYPE } from '@kushi/values/product'
import { Badge } from '../ui/badge.tsx'

interface ProductBadgesProps {
  product: { sale_type: number; lump_sum_payment_flag: boolean; is_out_stock: boolean; light_flag: boolean }
}

/** Badges for the way a product is sold. */
export function ProductBadges({ product }: ProductBadgesProps) {
  const { sale_type, lump_sum_payment_flag, is_out_stock, light_flag } = product
  return (
    <p className="flex flex-wrap gap-1 pt-1 empty:hidden">
      {sale_type === SALE_TYPE.both && <Badge tone="leaf">定期便あり</Badge>}
      {sale_type === SALE_TYPE.subscription && <Badge tone="leaf">定期便のみ</Badge>}
      {lump_sum_payment_flag && <Badge>年払い</Badge>}
      {light_flag && <Badge>メール便</Badge>}
      {is_out_stock && <Badge tone="danger">在庫切れ</Badge>}
    </p>
  )
}
