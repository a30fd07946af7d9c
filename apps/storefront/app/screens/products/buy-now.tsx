import { useNavigate } from 'react-router'
import { rememberBuyNow } from '../../state/buy-now.ts'
import { buyNowStep, useCartItems, useCartOwner } from '../../state/cart.ts'
import { endPagePurchase } from '../../state/page-purchase.ts'
import { kindOfCart, purchasePath } from '../../state/purchase-kind.ts'
import { useCustomer } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'
import type { Buying } from './use-buying.ts'

/**
 * 今すぐ購入する, for members: skips the cart screen and opens the purchase form with the saved data. Hidden while the cart
 * has other items, because they would be bought too, and while the cart is unknown. After a return from the form the
 * button is shown again while the cart has only the chosen item.
 */
export function BuyNow({ buying: { entry, type, isAdding, addChoice } }: { buying: Buying }) {
  const customer = useCustomer()
  const items = useCartItems()
  const owner = useCartOwner()
  const navigate = useNavigate()
  if (!customer || owner !== customer.id || !entry || entry.is_out_stock) return null
  const nextStep = buyNowStep(items, entry)
  if (nextStep === null) return null
  const buy = async (at: number) => {
    if (nextStep === 'add' && !(await addChoice(at))) return
    endPagePurchase()
    rememberBuyNow(entry)
    void navigate(purchasePath(kindOfCart(type), '', true))
  }
  return (
    <Button look="secondary" wide pending={isAdding} onClick={({ timeStamp }) => void buy(timeStamp)}>
      今すぐ購入する
    </Button>
  )
}
