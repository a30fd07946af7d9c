import { lazy, Suspense } from 'react'
import type { PurchaseKind } from '../state/purchase-kind.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** An empty cart without them is complete too. */
const OfferedGoods = lazy(() => import('./offered-goods.tsx').catch(() => ({ default: () => null })))

const words = {
  normal: {
    title: '通常購入の商品は入っていません',
    // Two lines on a phone: with one, the goods below are the largest part of the first view, and come last.
    text: '今回だけのお買いものは、こちらに入ります。続けてお使いのものには、定期便もあります。',
    to: '/products',
    link: '商品を見る',
  },
  periodic: {
    title: '定期便の商品は入っていません',
    text: '使い切るころに、次の一本が届きます。お休みも解約も、いつでもできます。',
    to: '/products?sale_type=2',
    link: '定期便の商品を見る',
  },
} as const

/** Shown for an empty cart, with links to products for it. */
export const EmptyCart = ({ kind }: { kind: PurchaseKind }) => (
  <>
    <EmptyCartText kind={kind} />
    <Suspense fallback={null}>
      <OfferedGoods {...(kind === 'periodic' && { sale_type: '2' })} />
    </Suspense>
  </>
)

/** The same without products: for a cart that may turn out to be filled. */
export function EmptyCartText({ kind }: { kind: PurchaseKind }) {
  const { title, text, to, link } = words[kind]
  return (
    <EmptyState title={title} text={text}>
      <ButtonLink to={to} look="secondary">
        {link}
      </ButtonLink>
      <ButtonLink to="/journal" look="quiet">
        読みものを読む
      </ButtonLink>
    </EmptyState>
  )
}
