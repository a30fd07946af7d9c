import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { CardForm } from '../../payment/card-form.tsx'
import { privatePage } from '../../seo.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { MemberPage } from '../mypage/frame/member-page.tsx'
import { MemberSkeleton } from '../mypage/frame/member-skeleton.tsx'
import type { Route } from './+types/new-card.ts'
import { registrationFailure } from './registration-failure.ts'
import { useRegistration } from './use-registration.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'カードの追加')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** カードの追加, by token and 3-D Secure. Nothing of a card is kept here: a reload begins again. */
export default function NewCard() {
  const [query] = useSearchParams()
  const [isDefault, setDefault] = useState(false)
  const { form, isPending, problem, hasTried, submit } = useRegistration(isDefault)
  const failure = hasTried ? problem : registrationFailure(query.get('error'))
  return (
    <MemberPage
      title="カードの追加"
      lead="登録のあと、カード会社の本人認証(3Dセキュア)の画面に移ることがあります。"
      parent={{ label: 'お支払い方法', to: '/mypage/payments' }}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <CardForm form={form} />
        <CheckboxField
          label="いつものカードにする"
          hint="次のご注文から、はじめに選ばれます"
          checked={isDefault}
          onChange={(event) => setDefault(event.currentTarget.checked)}
        />
        <p className="text-xs text-muted">
          カード番号は当店を通らず、決済代行会社へ直接送られます。登録でお支払いが発生することはありません。
        </p>
        <BottomBar onDesktop="inline">
          <div className="flex gap-3 max-md:flex-row-reverse md:max-w-form">
            <Button type="submit" wide pending={isPending}>
              このカードを登録する
            </Button>
            <span className="shrink-0">
              <ButtonLink to="/mypage/payments" look="secondary">
                やめる
              </ButtonLink>
            </span>
          </div>
        </BottomBar>
      </form>
    </MemberPage>
  )
}
