import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type PurchaseKind, purchasePath } from '../../state/purchase-kind.ts'
import { beginAsNewcomer } from '../../state/register.ts'
import { useCustomer } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'

/** The way from the cart to the purchase, after a last look. A guest begins there as a newcomer; the login is offered, no wall. */
export function useCheckout(kind: PurchaseKind, checkNow: () => Promise<boolean>) {
  const customer = useCustomer()
  const navigate = useNavigate()
  const [isChecking, setChecking] = useState(false)

  async function checkOut() {
    setChecking(true)
    try {
      if (!(await checkNow())) return showProblem()
    } catch {
      // The order itself is checked again; a check that can't be made stops nothing.
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
  // The item is drawn with its problem first.
  setTimeout(() => document.querySelector<HTMLElement>('[data-problem]')?.focus(), 500)
}
