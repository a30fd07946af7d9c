import { AmazonCheckout } from '../../payment/amazon/amazon-checkout.tsx'
import { purchaseItems } from '../../state/page-purchase.ts'
import type { PurchaseKind } from '../../state/purchase-kind.ts'
import { useQuote } from '../../state/use-quote.ts'

/** Amazon Pay for the cart, if the shop offers it. */
export function ByAmazon({ kind }: { kind: PurchaseKind }) {
  const items = purchaseItems(kind).filter((item) => !item.is_out_stock)
  const { data } = useQuote({ items, isPeriodic: kind === 'periodic' })
  return <AmazonCheckout kind={kind} quote={data?.summary} isBlocked={false} />
}
