import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { useHasAmazon, useShop } from '../../shell/use-shell.ts'
import { type PurchaseKind, purchasePath } from '../../state/purchase-kind.ts'
import { beginAsNewcomer } from '../../state/register.ts'
import { useCustomer } from '../../state/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Loaded only if the shop has Amazon Pay, and after it is known whether the visitor is a member. */
const ByAmazon = lazy(() => loadChunk(async () => ({ default: (await import('./by-amazon.tsx')).ByAmazon })))

/** What an account is good for. */
const benefits = [
  'お名前やご住所のご入力は、最初の一度だけ',
  '定期便の変更、お休み、解約を、マイページで',
  'お届けの状況と領収書を、いつでも確認',
]

/** はじめての方: leads to the purchase, which includes the registration; with an empty cart, to the products. */
export function FirstVisit({ kind }: { kind: PurchaseKind | null }) {
  const navigate = useNavigate()
  const isKnown = useCustomer() !== undefined
  const hasAmazon = useHasAmazon()
  const isCorporate = useShop()?.corporate_flag ?? false
  if (!kind)
    return (
      <div className="grid gap-3 text-sm md:gap-5">
        {isCorporate ? (
          <p>はじめてのお取引は、お申し込みフォームから承ります。内容を確認し、メールでお返事いたします。</p>
        ) : (
          <>
            <p>会員登録は、はじめてのご注文と一緒に済みます。年会費などはかかりません。</p>
            {/* On a phone the fields of members follow below, and stay in the first view. */}
            <ul className="grid gap-2 max-md:hidden">
              {benefits.map((benefit) => (
                <li key={benefit} className="flex items-start gap-2">
                  <span className="mt-1 text-leaf">
                    <Icon name="check" size={16} />
                  </span>
                  {benefit}
                </li>
              ))}
            </ul>
          </>
        )}
        <ButtonLink to={isCorporate ? '/supplier/apply' : '/products'} look="secondary" wide>
          {isCorporate ? 'お取引を申し込む' : '商品を見る'}
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
