import { ApiError } from '@kushi/contract/client'
import { MESSAGE_CHANNEL_NAME, type MessageChannel } from '@kushi/values/message'
import { useState } from 'react'
import { bareApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/unsubscribe.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お知らせの配信停止')

/** Only this device has the token of the link. */
export const clientLoader = ({ url }: Route.ClientLoaderArgs) => ({ token: url.searchParams.get('token') ?? '' })
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title="お知らせの配信停止" />

/** 配信停止, without login. It needs a click on the button, because mail scanners also open links. */
export default function Unsubscribe({ loaderData: { token } }: Route.ComponentProps) {
  const [stopped, setStopped] = useState<MessageChannel | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  async function stop() {
    setPending(true)
    setRefusal(null)
    try {
      const { channel } = await bareApi('POST /v1/cart-abandonments/unsubscribe', { body: { token } })
      setStopped(channel)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isNoLink = error.status === 404 || error.status === 422
      setRefusal(
        isNoLink ? 'このURLでは停止できません。メールに書かれたURLを、もう一度お開きください。' : error.message,
      )
    } finally {
      setPending(false)
    }
  }
  if (stopped)
    return (
      <Page width="form">
        <PageHeading>配信を停止しました</PageHeading>
        <div className="grid gap-6">
          <Notice tone="leaf" role="status">
            これからは、{MESSAGE_CHANNEL_NAME[stopped]}
            でのお知らせをお送りしません。ご注文やお届けのご連絡は、これまでどおりお送りします。
          </Notice>
          <ButtonLink to="/products" look="secondary" wide>
            商品を見る
          </ButtonLink>
        </div>
      </Page>
    )
  return (
    <Page width="form">
      <PageHeading>お知らせの配信停止</PageHeading>
      <div className="grid gap-6">
        <p>
          カートに残った商品のお知らせと、お得なお知らせの配信を停止します。ご注文やお届けのご連絡は、これまでどおりお送りします。
        </p>
        {refusal && (
          <Notice tone="danger" role="alert">
            {refusal}
          </Notice>
        )}
        <Button wide pending={isPending} onClick={() => void stop()}>
          配信を停止する
        </Button>
      </div>
    </Page>
  )
}
