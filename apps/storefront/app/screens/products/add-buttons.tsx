import { Button, ButtonLink } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import type { Buying } from './use-buying.ts'

/**
 * 「カートに入れる」, and afterwards a link to the cart beside it. While the sheet offers 「ご購入手続きへ」, that button is the
 * primary action. `isCompact`: in the bottom bar.
 */
export function AddButtons({ buying, isCompact = false }: { buying: Buying; isCompact?: boolean }) {
  const { entry, isAdding, wasAdded, added, add } = buying
  if (!entry || entry.is_out_stock) return null
  return (
    <div className={isCompact ? 'flex items-center gap-3' : 'grid gap-3'}>
      {isCompact && !wasAdded && <Price amount={entry.subtotal} />}
      {isCompact && wasAdded && (
        <span className="shrink-0 whitespace-nowrap">
          <ButtonLink to="/cart" look="secondary">
            カートを見る
          </ButtonLink>
        </span>
      )}
      <Button
        look={added ? 'secondary' : 'primary'}
        wide
        pending={isAdding}
        onClick={({ timeStamp }) => void add(timeStamp)}
      >
        カートに入れる
      </Button>
      {!isCompact && wasAdded && (
        <ButtonLink to="/cart" look="secondary" wide>
          カートを見る
        </ButtonLink>
      )}
    </div>
  )
}
