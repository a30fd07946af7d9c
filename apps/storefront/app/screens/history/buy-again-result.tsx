import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Outcome } from './bought-again.ts'

/** The added items, the others with the reason, and the link to the cart. */
export const BuyAgainResult = ({ outcome: { addedCount, troubles, cartPath } }: { outcome: Outcome }) => (
  <Notice
    tone={addedCount === 0 ? 'warning' : troubles.length ? 'warning' : 'leaf'}
    title={
      addedCount === 0
        ? 'カートに入れられる商品がありませんでした'
        : troubles.length
          ? '一部の商品をカートに入れました'
          : 'カートに入れました'
    }
  >
    <div className="grid justify-items-start gap-3">
      {troubles.length > 0 && (
        <ul className="grid gap-1">
          {troubles.map((trouble) => (
            <li key={trouble}>{trouble}</li>
          ))}
        </ul>
      )}
      {addedCount > 0 ? (
        <ButtonLink to={cartPath} look="secondary">
          カートを見る
        </ButtonLink>
      ) : (
        <ButtonLink to="/products" look="secondary">
          商品一覧を見る
        </ButtonLink>
      )}
    </div>
  </Notice>
)
