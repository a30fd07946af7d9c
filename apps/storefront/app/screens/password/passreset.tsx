import type { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { bareApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { linkToken } from '../../state/link-token.ts'
import { tabStorage } from '../../state/storage.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/passreset.ts'
import { linkTrouble } from './link-trouble.ts'
import { ResetForm } from './reset-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'パスワードの再設定')

/** Checks the link before any input. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = linkToken(tabStorage(), '/passreset')
  const link = await settle(
    bareApi('POST /v1/common/reset-password/verify', { body: { token } }, { signal: request.signal }),
  )
  return { token, link }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title="パスワードの再設定" />

/** 新しいパスワード: target of the link in the mail. */
export default function PassReset({ loaderData: { token, link } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [refused, setRefused] = useState<ApiError | null>(null)
  const error = refused ?? link.error
  if (error) return <TroubleScreen error={error} onRetry={() => void revalidate()} />
  return <ResetForm token={token} expires_at={link.data?.expires_at ?? ''} onLinkTrouble={setRefused} />
}

/** The link does not work: the reason and the next step. */
function TroubleScreen({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { title, way } = linkTrouble(error)
  return (
    <Page width="form">
      <ErrorState isPage title={title} text={error.message} onRetry={way ? undefined : onRetry}>
        {way && <ButtonLink to={way.to}>{way.label}</ButtonLink>}
      </ErrorState>
    </Page>
  )
}
