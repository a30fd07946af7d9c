import { useNavigate } from 'react-router'
import { AmazonCheckout } from '../../payment/amazon/amazon-checkout.tsx'
import { cartItems } from '../../state/cart.ts'
import { cartTypeOf, type PurchaseKind, purchasePath } from '../../state/purchase-kind.ts'
import { beginAsNewcomer } from '../../state/register.ts'
import { useQuote } from '../../state/use-quote.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'

/** はじめての方: on to the purchase, where they register on the way; with nothing to buy yet, to the goods. */
export function FirstVisit({ kind }: { kind: PurchaseKind | null }) {
  const navigate = useNavigate()
  if (!kind)
    return (
      <div className="grid gap-4 text-sm">
        <p>会員登録は、はじめてのお買いものと一緒にお手続きいただけます。まずは商品をカートに入れてください。</p>
        <ButtonLink to="/products" look="secondary" wide>
          商品を見る
        </ButtonLink>
      </div>
    )
  const go = () => {
    beginAsNewcomer()
    void navigate(purchasePath(kind))
  }
  return (
    <div className="grid gap-4">
      <p className="text-sm">ログインせずに、会員登録をしながらご購入いただけます。年会費などはかかりません。</p>
      <Button wide onClick={go}>
        お客様情報の入力へ
      </Button>
      <ByAmazon kind={kind} />
    </div>
  )
}

/** Amazon Pay for what lies in the cart, where the shop offers it. */
function ByAmazon({ kind }: { kind: PurchaseKind }) {
  const items = cartItems(cartTypeOf(kind)).filter((item) => !item.is_out_stock)
  const { data } = useQuote({ items, isPeriodic: kind === 'periodic' })
  return <AmazonCheckout kind={kind} quote={data?.summary} isBlocked={false} />
}
