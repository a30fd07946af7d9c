import type { LineAccount } from '@kushi/contract/line'
import { useNavigate } from 'react-router'
import { purchaseOfGuest } from '../../state/after-login.ts'
import { purchasePath } from '../../state/purchase-kind.ts'
import { beginAsNewcomer } from '../../state/register.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { SectionHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'

const card = 'grid gap-4 rounded-base border border-line bg-surface p-5 md:p-8'

/** Logged in to LINE, and no member yet: go on with a first purchase, or link the account that one has. */
export function Unlinked({ account, next }: { account: LineAccount; next: string | null }) {
  const navigate = useNavigate()
  const kind = purchaseOfGuest(next)
  const link = `/line-link${next ? `?${new URLSearchParams({ next })}` : ''}`
  return (
    <>
      <Notice role="status">
        {account.display_name}さんのLINEアカウントは、まだ会員アカウントと連携していません。
      </Notice>
      <section aria-labelledby="first" className={card}>
        <SectionHeading id="first">はじめての方</SectionHeading>
        <p className="text-sm">
          会員登録は、はじめてのお買いものと一緒にお手続きいただけます。LINEとの連携も同時に済みます。
        </p>
        {kind ? (
          <Button
            wide
            onClick={() => {
              beginAsNewcomer()
              void navigate(purchasePath(kind))
            }}
          >
            ご購入のお手続きに進む
          </Button>
        ) : (
          <ButtonLink to="/products" wide>
            商品を見る
          </ButtonLink>
        )}
      </section>
      <section aria-labelledby="member" className={card}>
        <SectionHeading id="member">会員の方</SectionHeading>
        <p className="text-sm">一度連携すると、次からはLINEだけでログインできます。</p>
        <ButtonLink to={link} look="secondary" wide>
          会員アカウントと連携する
        </ButtonLink>
      </section>
    </>
  )
}
