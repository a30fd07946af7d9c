import type { Quote } from '@kushi/contract/quote'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../chunk/load-chunk.ts'
import type { PurchaseKind } from '../../state/purchase-kind.ts'
import { useRegister } from '../../state/register.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { fetchAllMethods, usePaymentMethods } from '../use-payment-methods.ts'

/** Loaded only after the shop's response shows that Amazon Pay is available. */
const AmazonButton = lazy(() =>
  loadChunk(async () => ({ default: (await import('./amazon-button.tsx')).AmazonButton })),
)

interface AmazonCheckoutProps {
  kind: PurchaseKind
  quote: Quote | undefined
  /** An item in the cart can't be bought as it is. */
  isBlocked: boolean
}

/**
 * Express checkout with address and payment from Amazon, if the shop offers it.
 * If a limit prevents it, shows the reason.
 */
export function AmazonCheckout({ kind, quote, isBlocked }: AmazonCheckoutProps) {
  const pattern = useRegister((state) => state.delivery_pattern)
  const methods = usePaymentMethods({ quote, isPeriodic: kind === 'periodic' }, undefined, fetchAllMethods)
  const amazon = methods.data?.find((method) => method.payment_method_id === PAYMENT_METHOD.amazon_pay)
  if (!amazon || isBlocked) return null
  return (
    <section aria-label="Amazon Pay" className="grid gap-2 border-t border-line pt-4">
      <p className="text-sm text-muted">
        {amazon.reason ?? 'Amazonに登録された住所とお支払い方法で、入力を省いてご購入いただけます。'}
      </p>
      {amazon.is_available && (
        <Suspense fallback={<Skeleton className="min-h-12" />}>
          <AmazonButton kind={kind} placement="Cart" delivery_pattern={pattern} />
        </Suspense>
      )}
    </section>
  )
}
