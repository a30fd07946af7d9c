import type { CartProblem } from '@kushi/contract/cart'
import { api } from '../../api.ts'
import { changeQuantity } from '../../state/cart-actions.ts'
import type { CartEntry } from '../../state/cart-items.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface ItemProblemProps {
  item: CartEntry
  problem: CartProblem
  onRemove: () => void
}

/** Why this piece can't be bought as it lies there, and the one press that puts it right. */
export function ItemProblem({ item, problem, onRemove }: ItemProblemProps) {
  const fitting = problem.quantity > 0 && problem.quantity < item.quantity
  return (
    <Notice tone="danger">
      <p>{problem.message}</p>
      <div className="-ml-6">
        <Button
          look="quiet"
          onClick={() => (fitting ? void changeQuantity(api, item, problem.quantity).catch(() => {}) : onRemove())}
        >
          {fitting ? `数量を${problem.quantity}点にする` : 'カートから削除する'}
        </Button>
      </div>
    </Notice>
  )
}
