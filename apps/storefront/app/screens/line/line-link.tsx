import { useState } from 'react'
import { redirect, useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { browserLine } from '../../line/browser-line.ts'
import { linkAccount } from '../../line/link-account.ts'
import { usePress } from '../../line/use-press.ts'
import { loginPath, nextPath } from '../../navigate.ts'
import { privatePage } from '../../seo.ts'
import { environment } from '../../state/environment.ts'
import { sessionStore } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { Route } from './+types/line-link.ts'
import { LineFrame, LineProblem, LineSkeleton, LineStart, NoLine } from './line-frame.tsx'
import { LinkByMail } from './link-by-mail.tsx'
import { LinkSent } from './link-sent.tsx'

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
          <p>
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

/** Loads the state of the linking: the member, the bot's token, and whether they are linked already. */
async function loadLink(url: URL) {
  const customer = sessionStore.getState().customer ?? null
  const path = `/line-link${url.search}`
  const linkToken = url.searchParams.get('linkToken')
  // The bot's link proves the LINE account. The member must log in to prove the member account.
  if (linkToken && !customer) throw redirect(loginPath(path))
  const social = customer && (await quietApi('GET /v1/common/social/line'))
  return {
    customer,
    path,
    linkToken,
    isConfigured: browserLine.isConfigured(),
    isLoggedIn: browserLine.isLoggedIn(),
    isLinked: (social?.line_id ?? null) !== null,
    next: nextPath(url.searchParams.get('next'), '/mypage/customer'),
  }
}

const passwordErrors = ['ERROR_PASSWORD_NEEDED', 'ERROR_PASSWORD_WRONG']

/**
 * A linking that started in the talk: passes a nonce for the member to LINE, which asks its user to confirm. Asks for
 * the password only if the server requires it, because the login is too old.
 */
function BotLink({ linkToken, path }: { linkToken: string; path: string }) {
  const [password, setPassword] = useState('')
  const link = usePress(async () => {
    const { nonce } = await quietApi('POST /v1/common/line-link/nonce', { body: password ? { password } : {} })
    location.assign(`${environment()?.line_account_link_url}?${new URLSearchParams({ linkToken, nonce })}`)
  })
  const { problem } = link
  const isPasswordAsked = password !== '' || passwordErrors.includes(problem?.error ?? '')
  return (
    <>
      <p>トークからのお申し込みです。会員アカウントを、トークのLINEアカウントと連携します。</p>
      {isPasswordAsked ? (
        <PasswordField
          label="いまのパスワード"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problem?.fields.find((each) => each.path === 'password')?.message}
        />
      ) : (
        <LineProblem error={problem} path={path} />
      )}
      <Button wide pending={link.isPending} onClick={link.press}>
        LINEと連携する
      </Button>
      <p className="text-sm text-muted">連携は、会員情報の画面からいつでも解除できます。</p>
    </>
  )
}
