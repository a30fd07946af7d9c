import { useState } from 'react'
import { privatePage } from '../../seo.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { sessionStore } from '../../state/session.ts'
import type { Route } from './+types/change-email.ts'
import { EmailForm } from './email-form.tsx'
import { EmailSent } from './email-sent.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'メールアドレスの変更')

export const clientLoader = () => ({ current: sessionStore.getState().customer?.email ?? '' })
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** メールアドレスの変更: nothing changes before the link in the mail to the new address is opened. */
export default function ChangeEmail({ loaderData: { current } }: Route.ComponentProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <MemberPage title="メールアドレスの変更" parent={{ label: '会員情報', to: '/mypage/customer' }}>
      {sentTo === null ? (
        <EmailForm current={current} onSent={setSentTo} />
      ) : (
        <EmailSent email={sentTo} onAgain={() => setSentTo(null)} />
      )}
    </MemberPage>
  )
}
