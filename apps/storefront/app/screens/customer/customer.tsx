import type { Customer as Member } from '@kushi/contract/customer'
import { useState } from 'react'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { changeCustomer } from '../../state/auth.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { Answered } from '../../ui/loaded.tsx'
import type { Route } from './+types/customer.ts'
import { CustomerSkeleton } from './customer-skeleton.tsx'
import { LoginSettings } from './login-settings.tsx'
import { ProfileEditor } from './profile-editor.tsx'
import { Sessions } from './sessions.tsx'
import { Withdrawal } from './withdrawal.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '会員情報')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 会員情報 */
export default function Customer() {
  const [saved, setSaved] = useState<{ customer: Member; times: number } | null>(null)
  const answer = useAnswer('customer', (signal) => quietApi('POST /v1/common/me', {}, { signal }))
  return (
    <MemberPage title="会員情報">
      <div className="grid gap-12">
        <Answered answer={answer} skeleton={<CustomerSkeleton />}>
          {(loaded) => {
            const customer = saved?.customer ?? loaded
            return (
              <>
                <LoginSettings email={loaded.email} line_id={loaded.line_id} onLineChanged={answer.retry} />
                <ProfileEditor
                  key={saved?.times ?? 0}
                  customer={customer}
                  onSaved={(changed) => {
                    changeCustomer(changed)
                    setSaved((before) => ({ customer: changed, times: (before?.times ?? 0) + 1 }))
                  }}
                />
                <Sessions />
                <Withdrawal />
              </>
            )
          }}
        </Answered>
      </div>
    </MemberPage>
  )
}
