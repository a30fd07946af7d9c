import type { MemberInquiryDetail } from '@kushi/contract/contact'
import { INQUIRY_STATUS } from '@kushi/values/inquiry-status'
import { formatDateTime } from '@kushi/values/timestamp'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api, quietApi } from '../../api.ts'
import { useReplyText } from '../../parts/reply-text.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { useActing } from '../../state/acting.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { News } from '../../ui/news.tsx'
import type { Route } from './+types/inquiry.ts'
import { InquiryState } from './inquiry-state.tsx'

const TITLE = 'お問い合わせの内容'
const list = { label: 'お問い合わせの履歴', to: '/mypage/inquiries' }

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

export const clientLoader = async ({ params: { inquiry_no }, request: { signal } }: Route.ClientLoaderArgs) => ({
  loaded: await settle(
    quietApi('GET /v1/inquiry/customer/detail/{inquiry_no}', { params: { inquiry_no } }, { signal }),
  ),
})
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** One inquiry of the member: the question, the shop's answers, and whether it is settled. */
export default function Inquiry({ params: { inquiry_no }, loaderData: { loaded } }: Route.ComponentProps) {
  const isMissing = loaded.error?.status === 404 || loaded.error?.status === 422
  return (
    <MemberPage title={TITLE} parent={list} lead={<span className="numeric">受付番号 {inquiry_no}</span>}>
      {isMissing ? (
        <EmptyState title="このお問い合わせは見つかりません" text="一覧からお選びください。">
          <ButtonLink to={list.to}>お問い合わせの履歴に戻る</ButtonLink>
        </EmptyState>
      ) : (
        <Loaded loaded={loaded}>{(inquiry) => <Conversation inquiry={inquiry} />}</Loaded>
      )}
    </MemberPage>
  )
}

const channels = { mail: 'メール', line: 'LINE', phone: 'お電話' }

function Conversation({ inquiry }: { inquiry: MemberInquiryDetail }) {
  const { inquiry_status_id, inquiry_category, content, created_at, answered_at, messages } = inquiry
  const acting = useActing()
  const reply = useReplyText()
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
        <InquiryState inquiry_status_id={inquiry_status_id} />
        {inquiry_category}
      </p>
      <ol className="grid gap-4">
        <InquiryMessage by="お客様" at={created_at} body={content} />
        {messages.map(({ is_from_shop, channel, body, created_at: at }) => (
          <InquiryMessage
            key={`${at}${body.slice(0, 20)}`}
            by={
              is_from_shop ? `お店からのお返事(${channels[channel]}でもお送りしました)` : `お客様(${channels[channel]})`
            }
            at={at}
            body={body}
            is_from_shop={is_from_shop}
          />
        ))}
      </ol>
      {answered_at === null && inquiry_status_id !== INQUIRY_STATUS.complete && (
        <p className="text-sm text-muted">{reply}担当者よりお返事します。お返事は、この画面でもお読みいただけます。</p>
      )}
      {!acting && <Settling inquiry={inquiry} />}
    </div>
  )
}

interface SaidProps {
  by: string
  at: string
  body: string
  is_from_shop?: boolean
}

const InquiryMessage = ({ by, at, body, is_from_shop = false }: SaidProps) => (
  <li
    className={`rounded-base border p-4 ${is_from_shop ? 'ml-6 border-leaf/40 bg-leaf-tint' : 'mr-6 border-line bg-surface'}`}
  >
    <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-xs text-muted">
      <span>{by}</span>
      <span className="numeric">{formatDateTime(at)}</span>
    </p>
    <p className="whitespace-pre-wrap">{body}</p>
  </li>
)

/** Lets the member mark the inquiry as settled, or reopen it. */
function Settling({ inquiry: { inquiry_no, next_status_ids, answered_at } }: { inquiry: MemberInquiryDetail }) {
  const { revalidate } = useRevalidator()
  const [isPending, setPending] = useState(false)
  const [news, setNews] = useState<string | null>(null)
  const { open, complete } = INQUIRY_STATUS
  const changeState = async (inquiry_status_id: typeof open | typeof complete, done: string) => {
    setPending(true)
    const body = { inquiry_no, inquiry_status_id }
    // The client shows an error in a toast.
    const answer = await api('PUT /v1/inquiry/customer/update/status', { body }).catch(() => null)
    if (answer) setNews(done)
    await revalidate()
    setPending(false)
  }
  return (
    <div className="grid gap-4">
      <News text={news} />
      <div className="flex flex-wrap gap-3">
        {answered_at !== null && next_status_ids.includes(complete) && (
          <Button pending={isPending} onClick={() => void changeState(complete, 'お問い合わせを解決済みにしました。')}>
            解決した
          </Button>
        )}
        {next_status_ids.includes(open) && (
          <Button
            look="secondary"
            pending={isPending}
            onClick={() => void changeState(open, 'もう一度お調べします。担当者よりご連絡いたします。')}
          >
            まだ解決していない
          </Button>
        )}
        <ButtonLink to="/contact" look="secondary">
          新しくお問い合わせをする
        </ButtonLink>
      </div>
    </div>
  )
}
