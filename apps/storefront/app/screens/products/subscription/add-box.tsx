import type { Subscription } from '@kushi/contract/subscription'
import { Notice } from '../../../ui/notice.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import type { PricedProduct } from '../priced.ts'
import { AddChoices } from './add-choices.tsx'
import { AddRefusal } from './add-refusal.tsx'
import { useAdding } from './use-adding.ts'

interface AddBoxProps {
  product: PricedProduct
  subscription: Subscription
}

/** What is to be chosen before a product joins a subscription; or why it can't. */
export function AddBox({ product, subscription }: AddBoxProps) {
  const adding = useAdding(product, subscription)
  const { sku, error, retry } = adding
  return (
    <div className="grid content-start gap-6">
      <div className="grid gap-2">
        <h1 className="text-xl md:text-2xl">{product.product_name}</h1>
        <p className="text-muted">{product.catch_copy}</p>
      </div>
      {!sku ? (
        <Notice>ただいまお取り扱いを休んでいます。</Notice>
      ) : !product.lump_sum_payment_flag ? (
        <AddChoices product={product} subscription={subscription} sku={sku} adding={adding} />
      ) : error ? (
        <AddRefusal error={error} product={product} onRetry={retry} />
      ) : (
        <Loading>
          <Skeleton className="h-28 w-full" />
        </Loading>
      )}
    </div>
  )
}
