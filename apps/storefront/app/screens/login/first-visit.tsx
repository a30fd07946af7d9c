import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { useHasAmazon } from '../../shell/use-shell.ts'
import { type PurchaseKind, purchasePath } from '../../state/purchase-kind.ts'
import { beginAsNewcomer } from '../../state/register.ts'
import { useCustomer } from '../../state/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'

/** Loaded only if the shop has Amazon Pay, and after it is known whether the visitor is a member. */
const ByAmazon = lazy(() => loadChunk(async () => ({ default: (await import('./by-amazon.tsx')).ByAmazon })))

/** はじめての方: leads to the purchase, which includes the registration; with an empty cart, to the products. */
export function FirstVisit({ kind }: { kind: PurchaseKind | null }) {
  const navigate = useNavigate()
  const isKnown = useCustomer() !== undefined
  const hasAmazon = useHasAmazon()
  if (!kind)
    return (
      <div className="grid gap-4 text-sm">
        <p>会員登録は、はじめてのお買いものと一緒にお手続きいただけます。まずは商品をカートに入れてください。</p>
        <ButtonLink to="/products" look="secondary" wide>
          商品を見る
        </ButtonLink>
      </div>
    )
  const go = () => {
    beginAsNewcomer()
    void navigate(purchasePath(kind))
  }
  return (
    <div className="grid gap-4">
      <p className="text-sm">ログインせずに、会員登録をしながらご購入いただけます。年会費などはかかりません。</p>
      <Button wide onClick={go}>
        お客様情報の入力へ
      </Button>
      {hasAmazon && (
        // Reserves the space of two lines and the button, so that the content below does not move when they load.
        <div className="min-h-33 md:min-h-0">
          {isKnown && (
            <Suspense fallback={null}>
              <ByAmazon kind={kind} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}
