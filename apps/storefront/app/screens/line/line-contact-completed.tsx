import { INQUIRY_STATUS } from '@kushi/values/inquiry-status'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { completionLoader } from '../../analytics/completion-loader.ts'
import { quietApi } from '../../api.ts'
import { browserLine } from '../../line/browser-line.ts'
import { usePress } from '../../line/use-press.ts'
import { useReplyText } from '../../parts/reply-text.ts'
import { privatePage } from '../../seo.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/line-contact-completed.ts'
import { LineFrame, LineProblem, LineSkeleton } from './line-frame.tsx'

const TITLE = 'お問い合わせを受け付けました'
export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

/** Loads nothing: only this device knows what was sent. */
export const clientLoader = (args: Route.ClientLoaderArgs) => completionLoader(args)
clientLoader.hydrate = true as const

export const HydrateFallback = () => <LineSkeleton title={TITLE} />

const numberOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'inquiry_no' in state ? String(state.inquiry_no) : null

/** Confirms the receipt: its number, and where the answer comes. The customer can also mark it as settled. */
export default function LineContactCompleted() {
  const inquiry_no = numberOf(useLocation().state)
  const [isSettled, setSettled] = useState(false)
  const reply = useReplyText()
  const completeContact = usePress(async () => {
    const line_access_token = browserLine.getAccessToken() ?? undefined
    await quietApi('PUT /v1/inquiry/customer/update/status', {
      body: {
        inquiry_no: inquiry_no ?? '',
        inquiry_status_id: isSettled ? INQUIRY_STATUS.open : INQUIRY_STATUS.complete,
        ...(line_access_token ? { line_access_token } : {}),
      },
    })
    setSettled(!isSettled)
  })
  if (inquiry_no === null) return <Navigate to="/line-contact" replace />
  return (
    <LineFrame title={TITLE}>
      <Notice tone="leaf" role="status">
        <div className="grid gap-2">
          <p>
            {isSettled ? '解決済みとして承りました。ご返信はお送りしません。' : `${reply}LINEのトークでお返事します。`}
          </p>
          <p className="numeric">
            受付番号 <strong className="font-medium">{inquiry_no}</strong>
          </p>
        </div>
      </Notice>
      <LineProblem error={completeContact.problem} path="/line-contact" />
      {browserLine.isInClient() ? (
        <Button wide onClick={() => browserLine.closeWindow()}>
          トークに戻る
        </Button>
      ) : (
        <ButtonLink to="/products" wide>
          商品一覧を見る
        </ButtonLink>
      )}
      <Button look="quiet" wide pending={completeContact.isPending} onClick={completeContact.press}>
        {isSettled ? 'やはり返信を受け取る' : '解決したので、お問い合わせを取り下げる'}
      </Button>
    </LineFrame>
  )
}
