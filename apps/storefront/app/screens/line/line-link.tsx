import { useState } from 'react'
import { useNavigate } from 'react-router'
import { linkAccount } from '../../line/link-account.ts'
import { usePress } from '../../line/use-press.ts'
import { privatePage } from '../../seo.ts'
import { toast } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/line-link.ts'
import { BotLink } from './bot-link.tsx'
import { LineFrame, LineSkeleton } from './line-frame.tsx'
import { LineProblem } from './line-problem.tsx'
import { LineStart, NoLine } from './line-start.tsx'
import { LinkByMail } from './link-by-mail.tsx'
import { LinkSent } from './link-sent.tsx'
import { loadLink } from './load-link.ts'

const TITLE = 'LINE連携'
export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadLink(url)
clientLoader.hydrate = true as const

export const HydrateFallback = () => <LineSkeleton title={TITLE} />

/** 会員アカウントとLINEアカウントの連携. */
export default function LineLink({ loaderData }: Route.ComponentProps) {
  const { customer, path, linkToken, isConfigured, isLoggedIn, isLinked, next } = loaderData
  const navigate = useNavigate()
  const [isSent, setSent] = useState(false)
  const link = usePress(async () => {
    if (!customer) return
    if (!(await linkAccount(customer))) return setSent(true)
    toast('LINEと連携しました')
    await navigate(next, { replace: true })
  })
  if (isLinked)
    return (
      <LineFrame title={TITLE}>
        <Notice tone="leaf">この会員アカウントは、LINEと連携しています。</Notice>
        <ButtonLink to={next} wide>
          {next === '/mypage/customer' ? '会員情報を見る' : '続ける'}
        </ButtonLink>
      </LineFrame>
    )
  return (
    <LineFrame title={TITLE} lead="連携すると、LINEだけでログインでき、お知らせをトークで受け取れます。">
      {!isConfigured && <NoLine />}
      {isConfigured && linkToken && <BotLink linkToken={linkToken} path={path} />}
      {isConfigured && !linkToken && !isLoggedIn && (
        <LineStart path={path}>
          <p>連携するLINEアカウントで、ログインしてください。</p>
        </LineStart>
      )}
      {isConfigured && !linkToken && isLoggedIn && !customer && <LinkByMail path={path} />}
      {isSent && customer && <LinkSent email={customer.email} />}
      {isConfigured && !linkToken && isLoggedIn && customer && !isSent && (
        <>
          <p className="phrases">
            {customer.account_type ? `${customer.company_name} ` : ''}
            {customer.name01} {customer.name02} さまの会員アカウントを、ログイン中のLINEアカウントと連携します。
          </p>
          <LineProblem error={link.problem} path={path} />
          <Button wide pending={link.isPending} onClick={link.press}>
            LINEと連携する
          </Button>
          <p className="text-sm text-muted">連携は、会員情報の画面からいつでも解除できます。</p>
        </>
      )}
    </LineFrame>
  )
}
