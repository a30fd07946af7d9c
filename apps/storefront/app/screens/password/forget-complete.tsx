import { Link, Navigate, useLocation } from 'react-router'
import { completionLoader } from '../../analytics/completion-loader.ts'
import { privatePage } from '../../seo.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/forget-complete.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'メールをお送りしました')

/** Only this device knows where the mail was sent. Opened directly, it leads back to the form. */
export const clientLoader = (args: Route.ClientLoaderArgs) => completionLoader(args)
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title="メールをお送りしました" />

/** The same text whether or not the address is a member's, so that it does not reveal who is a member. */
export default function ForgetComplete() {
  const { state } = useLocation() as { state: { email?: string } | null }
  if (!state?.email) return <Navigate to="/forget" replace />
  return (
    <Page width="form">
      <PageHeading>メールをお送りしました</PageHeading>
      <div className="grid gap-6">
        <Notice tone="leaf">
          ご登録がある場合、<strong className="font-medium">{state.email}</strong> に再設定のURLが届きます。
        </Notice>
        <ol className="grid list-decimal gap-1 pl-6 text-sm">
          <li>届いたメールのURLを、1時間以内に開いてください。</li>
          <li>新しいパスワードを決めて、ログインしてください。</li>
        </ol>
        <section className="grid gap-2 border-t border-line pt-6 text-sm">
          <h2 className="text-base">メールが届かないとき</h2>
          <ul className="grid list-disc gap-1 pl-6 text-muted">
            <li>迷惑メールのフォルダーをご確認ください。</li>
            <li>数分待っても届かない場合は、アドレスをお確かめのうえ、もう一度お送りください。</li>
            <li>ご登録のアドレスがわからない場合は、お問い合わせください。</li>
          </ul>
          <p className="flex flex-wrap gap-x-6">
            <Link to="/forget" className="text-link inline-flex min-h-tap items-center">
              もう一度送る
            </Link>
            <Link to="/contact" className="text-link inline-flex min-h-tap items-center">
              お問い合わせ
            </Link>
          </p>
        </section>
        <ButtonLink to="/login" look="secondary" wide>
          ログインに戻る
        </ButtonLink>
      </div>
    </Page>
  )
}
