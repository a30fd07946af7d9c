import { ApiError } from '@kushi/contract/client'
import type { MergeQuestion } from '@kushi/contract/customer'
import { useState } from 'react'
import { bareApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { linkToken } from '../../state/link-token.ts'
import { tabStorage } from '../../state/storage.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/merge.ts'

const TITLE = '会員登録をまとめる'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

/** Only this tab has the token. */
export async function clientLoader() {
  const token = linkToken(tabStorage(), '/merge')
  return { token, question: await settle(bareApi('POST /v1/customer/merge/show', { body: { token } })) }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title={TITLE} />

/** 会員の統合の確認, by the link in a mail or LINE, without login. */
export default function Merge({ loaderData: { token, question } }: Route.ComponentProps) {
  const { error } = question
  return (
    <Page width="form">
      {error?.status === 422 ? (
        <EmptyState isPage title="このURLではお返事できません" text={error.message} />
      ) : (
        <Loaded loaded={question}>{(found) => <Question token={token} {...found} />}</Loaded>
      )}
    </Page>
  )
}

function Question({ token, customer_id, ending_id, kept_id, moves }: MergeQuestion & { token: string }) {
  const [answer, setAnswer] = useState<boolean | null>(null)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState('')

  async function send(isAccepted: boolean): Promise<void> {
    setPending(true)
    setError('')
    try {
      await bareApi('POST /v1/customer/merge/answer', { body: { token, agrees: isAccepted } })
      setAnswer(isAccepted)
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal
      setError(refusal.message)
    } finally {
      setPending(false)
    }
  }

  if (answer !== null)
    return (
      <>
        <PageHeading>お返事をいただきました</PageHeading>
        <Notice tone="leaf" role="status">
          {answer
            ? '両方の登録からご同意をいただいたあと、当店でおまとめし、メールでお知らせします。'
            : '会員登録は、おまとめしません。これまでどおりご利用いただけます。'}
        </Notice>
      </>
    )
  const other = customer_id === ending_id ? kept_id : ending_id
  return (
    <>
      <PageHeading
        lead={`お客様の会員登録(会員番号 ${customer_id})と、会員番号 ${other} の会員登録が、どちらもご自身のものかをお確かめください。`}
      >
        {TITLE}
      </PageHeading>
      <div className="grid gap-4">
        <Notice tone="info">
          会員番号 {ending_id} のご注文、定期便、ポイント、お支払い方法などの内容をすべて会員番号 {kept_id}{' '}
          に移し、会員番号 {ending_id} は退会となります。移した内容は、会員番号 {kept_id}{' '}
          でログインする方がご覧になり、お使いになれます。
        </Notice>
        {moves.length > 0 && <p>移る内容: {moves.map(({ name, count }) => `${name} ${count}件`).join('、')}</p>}
        {error && (
          <Notice tone="danger" role="alert">
            {error}
          </Notice>
        )}
        <Button wide pending={isPending} onClick={() => void send(true)}>
          どちらも自分の登録なので、同意する
        </Button>
        <Button wide look="secondary" pending={isPending} onClick={() => void send(false)}>
          同意しない
        </Button>
        <p className="text-muted text-xs">お返事は一度だけです。両方の登録から同意をいただくまで、何も変わりません。</p>
      </div>
    </>
  )
}
