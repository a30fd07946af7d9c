import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { BuyAgainResult } from './buy-again-result.tsx'
import { useBuyAgain } from './use-buy-again.ts'

interface BuyAgainProps {
  order_no: string
  /** Before the button. */
  children?: ReactNode
}

/** もう一度購入する in the list, and below it what became of each item. */
export function BuyAgain({ order_no, children }: BuyAgainProps) {
  const { buy, isPending, outcome } = useBuyAgain(order_no)
  return (
    <div className="grid gap-3">
      <div className="grid gap-2 md:flex md:gap-3">
        {children}
        <Button look="quiet" pending={isPending} onClick={() => void buy()}>
          もう一度購入する
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {outcome && <BuyAgainResult outcome={outcome} />}
      </div>
    </div>
  )
}
