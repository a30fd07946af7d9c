import { Navigate, useLocation } from 'react-router'
import { completionLoader } from '../../analytics/completion-loader.ts'
import { privatePage } from '../../seo.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/passreset-complete.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'パスワードを変更しました')

/** Only this device knows that a password was set. */
export const clientLoader = (args: Route.ClientLoaderArgs) => completionLoader(args)
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title="パスワードを変更しました" />

/** The new password is active. All devices must log in with it. Opened directly, it leads back to the form. */
export default function PassResetComplete() {
  const { state } = useLocation() as { state: { is_changed?: boolean } | null }
  if (!state?.is_changed) return <Navigate to="/forget" replace />
  return (
    <Page width="form">
      <PageHeading>パスワードを変更しました</PageHeading>
      <div className="grid gap-6">
        <Notice tone="leaf">
          新しいパスワードでログインしてください。ほかの端末でも、もう一度ログインが必要です。
        </Notice>
        <ButtonLink to="/login" wide>
          ログインする
        </ButtonLink>
      </div>
    </Page>
  )
}
