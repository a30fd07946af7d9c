import type { ApiError } from '@kushi/contract/client'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { browserLine } from '../../line/browser-line.ts'
import { LineMark } from '../../line/line-mark.tsx'
import { usePress } from '../../line/use-press.ts'
import { subscribePath } from '../../navigate.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** For a visitor who is not logged in to LINE: the reason to log in, and the button, which returns to `path`. */
export function LineStart({ path, children }: { path: string; children: ReactNode }) {
  const { press, isPending } = usePress(() => browserLine.login(path))
  return (
    <>
      <div className="grid gap-3">{children}</div>
      <Button wide pending={isPending} onClick={press}>
        <LineMark />
        LINEでログインする
      </Button>
    </>
  )
}

/** Shown if the shop has no LINE, or LINE's framework could not be loaded. */
export const NoLine = () => (
  <>
    <p>ただいまLINEをご利用いただけません。お手数ですが、ほかの方法でお手続きください。</p>
    <div className="grid gap-3 md:grid-cols-2">
      <ButtonLink to="/contact">お問い合わせをする</ButtonLink>
      <ButtonLink to="/products" look="secondary">
        商品を見る
      </ButtonLink>
    </div>
  </>
)

/** The layout of all LINE screens. */
export const LineFrame = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <Page width="form">
    <PageHeading lead={lead}>{title}</PageHeading>
    <div className="grid gap-6">{children}</div>
  </Page>
)

/** Placeholder until the visitor's LINE state is known. */
export const LineSkeleton = ({ title }: { title: string }) => (
  <LineFrame title={title}>
    <Loading>
      <Skeleton className="h-40 w-full" />
    </Loading>
  </LineFrame>
)

/** Why LINE could not be linked, and the next step if there is one. */
export function LineProblem({ error, path }: { error: ApiError | null; path: string }) {
  if (!error) return null
  const way = {
    ERROR_LINE_NOT_FRIEND: { to: subscribePath(path), label: '友だち追加に進む' },
    ERROR_USER_CUSTOMER_LINE_EXISTS: { to: '/contact', label: 'お心当たりのない場合は、お問い合わせください' },
    ERROR_CUSTOMER_HAS_LINE: { to: '/mypage/customer', label: '会員情報を見る' },
  }[error.error]
  return (
    <Notice tone="danger" role="alert">
      <p>{error.message}</p>
      {way && (
        <Link to={way.to} className="text-link inline-flex min-h-tap items-center">
          {way.label}
        </Link>
      )}
    </Notice>
  )
}
