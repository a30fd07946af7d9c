import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { BuyAgainResult } from './buy-again-result.tsx'
import { useBuyAgain } from './use-buy-again.ts'

/** もう一度購入する as what the screen of one order is there to do: in reach of the thumb, with its result above it. */
export function BuyAgainBar({ order_no }: { order_no: string }) {
  const { buy, isPending, outcome } = useBuyAgain(order_no)
  return (
    <BottomBar onDesktop="inline">
      <div className="grid gap-3 md:justify-items-start">
        <div aria-live="polite" className="max-h-[50dvh] overflow-y-auto empty:hidden">
          {outcome && <BuyAgainResult outcome={outcome} />}
        </div>
        <div className="w-full md:max-w-panel">
          <Button wide pending={isPending} onClick={() => void buy()}>
            もう一度購入する
          </Button>
        </div>
      </div>
    </BottomBar>
  )
}
