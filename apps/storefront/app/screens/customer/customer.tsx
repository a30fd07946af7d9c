import type { Customer as Member } from '@kushi/contract/customer'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { useActing } from '../../state/acting.ts'
import { changeCustomer } from '../../state/auth.ts'
import { Loaded } from '../../ui/loaded.tsx'
import type { Route } from './+types/customer.ts'
import { LoginSettings } from './login-settings.tsx'
import { ProfileEditor } from './profile-editor.tsx'
import { Sessions } from './sessions.tsx'
import { Withdrawal } from './withdrawal.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '会員情報')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [member, sessions, top] = await Promise.all([
    settle(quietApi('POST /v1/common/me', {}, { signal })),
    settle(quietApi('GET /v1/customer/sessions', {}, { signal })),
    settle(quietApi('GET /v1/customer/mypage-top', {}, { signal })),
  ])
  return { member, sessions, top }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 会員情報 */
export default function Customer({ loaderData: { member, sessions, top } }: Route.ComponentProps) {
  const [saved, setSaved] = useState<{ customer: Member; times: number } | null>(null)
  const { revalidate } = useRevalidator()
  const acting = useActing()
  return (
    <MemberPage title="会員情報">
      <div className="grid gap-12">
        <Loaded loaded={member}>
          {(loaded) => {
            const customer = saved?.customer ?? loaded
            return (
              <>
                {!acting && (
                  <LoginSettings
                    email={loaded.email}
                    line_id={loaded.line_id}
                    onLineChanged={() => void revalidate()}
                  />
                )}
                <ProfileEditor
                  key={saved?.times ?? 0}
                  customer={customer}
                  onSaved={(changed) => {
                    changeCustomer(changed)
                    setSaved((before) => ({ customer: changed, times: (before?.times ?? 0) + 1 }))
                  }}
                />
                {!acting && <Sessions loaded={sessions} />}
                {!acting && <Withdrawal deliveries={top.data?.next_deliveries} />}
              </>
            )
          }}
        </Loaded>
      </div>
    </MemberPage>
  )
}
