import type { ApiError } from '@kushi/contract/client'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { linkTrouble } from './link-trouble.ts'

/** The link opens nothing: why, and the way on. */
export function TroubleScreen({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { title, way } = linkTrouble(error)
  return (
    <Page width="form">
      <PageHeading>パスワードの再設定</PageHeading>
      <ErrorState title={title} text={error.message} onRetry={way ? undefined : onRetry}>
        {way && <ButtonLink to={way.to}>{way.label}</ButtonLink>}
      </ErrorState>
    </Page>
  )
}
