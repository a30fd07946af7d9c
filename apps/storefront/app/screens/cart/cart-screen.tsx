import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { trackCartView } from '../../analytics/ecommerce.ts'
import { api } from '../../api.ts'
import type { RecommendationData } from '../../parts/recommended-goods.tsx'
import { type CartEntry, type CartType, itemsOfType, totalQuantity, useCartItems } from '../../state/cart.ts'
import { emptyCart } from '../../state/cart-actions.ts'
import { toastInPlace } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, preloadDialog } from '../../ui/dialog.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CartTab } from './cart-tab.tsx'

/** カートを空にする: the whole cart or, if it has both kinds, one of them. Asks for confirmation, because there is no undo. */
function EmptyCart({ items }: { items: readonly CartEntry[] }) {
  const [isAsking, setAsking] = useState(false)
  const kinds = [...new Set(items.map(({ subscription }) => (subscription === 1 ? 1 : 0) as CartType))].sort()
  const empty = (type?: CartType) => {
    setAsking(false)
    void emptyCart(api, type)
      .then(() => toastInPlace('カートを空にしました'))
      .catch(() => {})
  }
  return (
    <>
      {items.length > 0 && (
        <p className="mt-8 md:max-w-form">
          <button
            type="button"
            className="text-link min-h-tap text-sm text-muted"
            onFocus={preloadDialog}
            onClick={() => setAsking(true)}
          >
            カートを空にする
          </button>
        </p>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="カートを空にしますか"
        actions={
          <>
            <Button look="secondary" onClick={() => setAsking(false)}>
              戻る
            </Button>
            {kinds.length > 1 &&
              kinds.map((type) => (
                <Button key={type} look="secondary" onClick={() => empty(type)}>
                  {type === 1 ? '定期購入だけ空にする' : '通常購入だけ空にする'}
                </Button>
              ))}
            <Button onClick={() => empty()}>{kinds.length > 1 ? 'すべて空にする' : '空にする'}</Button>
          </>
        }
      >
        <p>{totalQuantity(items)}点の商品をカートから削除します。</p>
      </Dialog>
    </>
  )
}

/** The cart, once its owner is known: single purchases and 定期便 are ordered separately, so each has its own tab. */
export default function CartScreen({ offered }: { offered: RecommendationData | null | undefined }) {
  const items = useCartItems()
  const [query, setQuery] = useSearchParams()
  const normal = itemsOfType(items, 0)
  const periodic = itemsOfType(items, 1)
  // Decided once, so that the tab does not change when the customer removes its last item.
  const [first] = useState(normal.length === 0 && periodic.length > 0 ? 'periodic' : 'normal')
  const countView = useEffectEvent(() => {
    if (items.length) trackCartView(items)
  })
  useEffect(() => countView(), [])
  const requestedTab = query.get('tab')
  const label = (text: string, count: number) => (
    <>
      {text}
      <span className="numeric ml-1 text-sm">({count})</span>
    </>
  )
  return (
    <Page>
      {/* At least as tall as the screen: otherwise the footer would move up when the cart becomes empty. */}
      <div className="min-h-svh">
        <PageHeading>カート</PageHeading>
        <Tabs
          label="お買いものの種類"
          value={requestedTab === 'periodic' || requestedTab === 'normal' ? requestedTab : first}
          onValue={(tab) => setQuery({ tab }, { replace: true, preventScrollReset: true })}
          tabs={[
            {
              value: 'normal',
              label: label('通常購入', totalQuantity(normal)),
              content: <CartTab kind="normal" items={normal} offered={offered} />,
            },
            {
              value: 'periodic',
              label: label('定期購入', totalQuantity(periodic)),
              content: <CartTab kind="periodic" items={periodic} offered={offered} />,
            },
          ]}
        />
        <EmptyCart items={items} />
      </div>
    </Page>
  )
}
