import type { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { bareApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { linkToken } from '../../state/link-token.ts'
import { tabStorage } from '../../state/storage.ts'
import { FormSkeleton } from '../../ui/form-skeleton.tsx'
import type { Route } from './+types/passreset.ts'
import { ResetForm } from './reset-form.tsx'
import { TroubleScreen } from './trouble-screen.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'パスワードの再設定')

/** Whether the link can be used: asked before anything is typed. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = linkToken(tabStorage(), '/passreset')
  const link = await settle(
    bareApi('POST /v1/common/reset-password/verify', { body: { token } }, { signal: request.signal }),
  )
  return { token, link }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title="パスワードの再設定" />

/** 新しいパスワード, from the link in the mail. */
export default function PassReset({ loaderData: { token, link } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [refused, setRefused] = useState<ApiError | null>(null)
  const error = refused ?? link.error
  if (error) return <TroubleScreen error={error} onRetry={() => void revalidate()} />
  return <ResetForm token={token} expires_at={link.data?.expires_at ?? ''} onLinkTrouble={setRefused} />
}
