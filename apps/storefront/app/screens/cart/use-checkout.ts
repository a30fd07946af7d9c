import { useState } from 'react'
import { useNavigate } from 'react-router'
import { loginPath } from '../../navigate.ts'
import { type PurchaseKind, purchasePath } from '../../state/purchase-kind.ts'
import { registerStore } from '../../state/register.ts'
import { useCustomer } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'

/** The way from the cart to the purchase: after a last look, and by way of the login for a guest who is still unknown. */
export function useCheckout(kind: PurchaseKind, checkNow: () => Promise<boolean>) {
  const customer = useCustomer()
  const navigate = useNavigate()
  const [isChecking, setChecking] = useState(false)

  async function checkOut() {
    setChecking(true)
    try {
      if (!(await checkNow())) return showProblem()
    } catch {
      // The order itself is checked again; a check that can't be made stops nobody.
    } finally {
      setChecking(false)
    }
    if (customer) return void navigate(purchasePath(kind, '', true))
    const isKnown = registerStore.getState().customer !== null
    void navigate(isKnown ? purchasePath(kind) : loginPath(purchasePath(kind)))
  }

  return { isChecking, checkOut: () => void checkOut() }
}

function showProblem() {
  toast('このままではご購入いただけない商品があります', 'error')
  // The line is drawn with its problem first.
  setTimeout(() => document.querySelector<HTMLElement>('[data-problem]')?.focus(), 500)
}
