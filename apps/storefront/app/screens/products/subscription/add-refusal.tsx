import type { ApiError } from '@kushi/contract/client'
import type { ProductDetail } from '@kushi/contract/product'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface AddRefusalProps {
  error: ApiError
  product: ProductDetail
  onRetry: () => void
}

/** Why the item can't be added to the subscription, and the alternatives. */
export function AddRefusal({ error, product, onRetry }: AddRefusalProps) {
  const isRefused = error.status >= 400 && error.status < 500
  return (
    <Notice tone={isRefused ? 'warning' : 'danger'} role="alert" title="この定期便には追加できません">
      <p>{error.message}</p>
      {product.lump_sum_payment_flag && (
        <Link to={`/products/detail/${product.id}`} className="text-link inline-flex min-h-tap items-center">
          新しい定期便として申し込む
        </Link>
      )}
      {!isRefused && (
        <div className="pt-2">
          <Button look="secondary" onClick={onRetry}>
            もう一度試す
          </Button>
        </div>
      )}
    </Notice>
  )
}
