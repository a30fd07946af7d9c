import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type PurchaseKind, purchasePath } from '../../state/purchase-kind.ts'
import { beginAsNewcomer } from '../../state/register.ts'
import { useCustomer } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'

/** Leads from the cart to the purchase after a last check. A guest starts as a new customer; the login is optional. */
export function useCheckout(kind: PurchaseKind, checkNow: () => Promise<boolean>) {
  const customer = useCustomer()
  const navigate = useNavigate()
  const [isChecking, setChecking] = useState(false)

  async function checkOut() {
    setChecking(true)
    try {
      if (!(await checkNow())) return showProblem()
    } catch {
      // A failed check does not stop the customer, because the server checks the order again.
    } finally {
      setChecking(false)
    }
    if (!customer) beginAsNewcomer()
    void navigate(purchasePath(kind, '', customer !== null && customer !== undefined))
  }

  return { isChecking, checkOut: () => void checkOut() }
}

function showProblem() {
  toast('このままではご購入いただけない商品があります', 'error')
  // Waits until the item is rendered with its problem.
  setTimeout(() => document.querySelector<HTMLElement>('[data-problem]')?.focus(), 500)
}
