import { useState } from 'react'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import type { Route } from './+types/new-card.ts'
import { CardEntry } from './card-entry.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'カードの追加')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** カードの追加, by token and 3-D Secure. The input is not stored; a reload starts again. */
export default function NewCard() {
  const [isDefault, setDefault] = useState(false)
  return (
    <MemberPage
      title="カードの追加"
      lead="登録のあと、カード会社の本人認証(3Dセキュア)の画面に移ることがあります。"
      parent={{ label: 'お支払い方法', to: '/mypage/payments' }}
    >
      <CardEntry
        label="このカードを登録する"
        send={(of) =>
          quietApi('POST /v1/common/mypage/card/register', { body: { ...of, default_flag: isDefault ? '1' : '0' } })
        }
      >
        <CheckboxField
          label="いつも使うカードにする"
          hint="次のご注文から、はじめに選ばれます。お支払いができなかった定期便があれば、このカードで決済し直します"
          checked={isDefault}
          onChange={(event) => setDefault(event.currentTarget.checked)}
        />
      </CardEntry>
    </MemberPage>
  )
}
