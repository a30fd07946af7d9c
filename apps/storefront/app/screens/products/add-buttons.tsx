import { Button, ButtonLink } from '../../ui/button.tsx'
import { ChosenPrice } from './chosen-way.tsx'
import type { Buying } from './use-buying.ts'

/**
 * What is chosen and its price beside 「カートに入れる」; afterwards a link to the cart. While the sheet leads to the
 * checkout, its button is the primary action.
 */
export function AddButtons({ buying }: { buying: Buying }) {
  const { entry, interval, isAdding, wasAdded, added, add } = buying
  if (!entry || entry.is_out_stock) return null
  return (
    <div className="flex items-center gap-3">
      {!wasAdded && <ChosenPrice entry={entry} interval={interval} />}
      {wasAdded && (
        <span className="shrink-0 whitespace-nowrap">
          <ButtonLink to="/cart" look="secondary">
            カートを見る
          </ButtonLink>
        </span>
      )}
      <Button look={added ? 'secondary' : 'primary'} wide pending={isAdding} onClick={(event) => void add(event)}>
        カートに入れる
      </Button>
    </div>
  )
}
