import { ApiError } from '@kushi/contract/client'
import { useEffect, useState } from 'react'
import { bareApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { saveActing, spendActingCode } from '../../state/acting.ts'
import { tabStorage } from '../../state/storage.ts'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/acting.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '代理ログイン')

/** Target of the admin's link: exchanges the code for a token of this tab, then reloads the shop as the member. */
export default function Acting() {
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    void beginOnce().then(setRefusal)
  }, [])
  return (
    <Page width="form">
      <PageHeading>代理ログイン</PageHeading>
      <p role={refusal === null ? 'status' : 'alert'}>{refusal ?? 'ショップを開いています。'}</p>
    </Page>
  )
}

/** The call is made once, even if React runs the effect twice. */
let session: Promise<string | null> | null = null

const beginOnce = () => {
  session ??= exchange()
  return session
}

async function exchange(): Promise<string | null> {
  const acting_code = spendActingCode(tabStorage())
  if (acting_code === null) return '管理画面の会員の画面から、もう一度代理ログインしてください。'
  saveActing(null)
  try {
    saveActing(await bareApi('POST /v1/common/acting/begin', { body: { acting_code } }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.message
  }
  location.replace('/sh/mypage')
  return null
}
