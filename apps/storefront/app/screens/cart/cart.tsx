import { ApiError } from '@kushi/contract/client'
import { useEffect, useState } from 'react'
import { redirect, useSearchParams } from 'react-router'
import { countCartView } from '../../analytics/ecommerce.ts'
import { api, bareApi, forgetSession } from '../../api.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { loginPath } from '../../navigate.ts'
import { privatePage } from '../../seo.ts'
import { type CartEntry, type CartType, countOf, itemsOfType, useCartItems } from '../../state/cart.ts'
import { emptyCart } from '../../state/cart-actions.ts'
import { kindOfCart } from '../../state/purchase-kind.ts'
import { toast, toastHere } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, preloadDialog } from '../../ui/dialog.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Route } from './+types/cart.ts'
import { CartSkeleton } from './cart-skeleton.tsx'
import { CartTab } from './cart-tab.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'カート')

/** Opens a reminder's link. It also delays the screen until the guard knows the owner of the cart. */
export const clientLoader = ({ url }: Route.ClientLoaderArgs) => openReminder(url)
clientLoader.hydrate = true as const

export const HydrateFallback = CartSkeleton

/** カートを空にする: the whole cart or, if it has both kinds, one of them. Asks for confirmation, because there is no undo. */
function EmptyCart({ items }: { items: readonly CartEntry[] }) {
  const [isAsking, setAsking] = useState(false)
  const kinds = [...new Set(items.map(({ subscription }) => (subscription === 1 ? 1 : 0) as CartType))].sort()
  const empty = (type?: CartType) => {
    setAsking(false)
    void emptyCart(api, type)
      .then(() => toastHere('カートを空にしました'))
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
              やめる
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
        <p>{countOf(items)}点の商品をカートから削除します。</p>
      </Dialog>
    </>
  )
}

/** カート: single purchases and 定期便 are ordered separately, so each has its own tab. */
export default function Cart() {
  const items = useCartItems()
  const [query, setQuery] = useSearchParams()
  const normal = itemsOfType(items, 0)
  const periodic = itemsOfType(items, 1)
  // Decided once, so that the tab does not change when the customer removes its last item.
  const [first] = useState(normal.length === 0 && periodic.length > 0 ? 'periodic' : 'normal')
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts the view of the cart, not each change
  useEffect(() => {
    if (items.length) countCartView(items)
  }, [])
  const asked = query.get('tab')
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
          value={asked === 'periodic' || asked === 'normal' ? asked : first}
          onValue={(tab) => setQuery({ tab }, { replace: true, preventScrollReset: true })}
          tabs={[
            {
              value: 'normal',
              label: label('通常購入', countOf(normal)),
              content: <CartTab kind="normal" items={normal} />,
            },
            {
              value: 'periodic',
              label: label('定期購入', countOf(periodic)),
              content: <CartTab kind="periodic" items={periodic} />,
            },
          ]}
        />
        <EmptyCart items={items} />
      </div>
    </Page>
  )
}

/** Opens the link of a reminder: restores the cart, and removes the secret from the URL at once. */
async function openReminder(url: URL): Promise<null> {
  const token = url.searchParams.get('restore')
  if (token === null) return null
  const { restoreCart } = await loadChunk(() => import('../../state/restore-cart.ts'))
  try {
    throw redirect(`/cart?tab=${kindOfCart(await restoreCart(bareApi, token))}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, 'error')
    if (error.status === 401) {
      // The link is still valid, so it is opened again after the login.
      forgetSession()
      throw redirect(loginPath(`/cart?${url.searchParams}`))
    }
    throw redirect('/cart')
  }
}
