import type { BankRefund } from '@kushi/contract/bank-refund'
import { formatYen } from '@kushi/values/yen'
import { useState } from 'react'
import { bareApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { linkToken } from '../../state/link-token.ts'
import { tabStorage } from '../../state/storage.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/refund-account.ts'
import { AccountForm } from './account-form.tsx'

const TITLE = '返金の振込先'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

/** Only this tab has the token. */
export async function clientLoader() {
  const token = linkToken(tabStorage(), '/refund-account')
  const call = () => bareApi('POST /v1/order/refund-account/show', { body: { token } })
  return { token, refund: token ? await settle(call()) : null }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title={TITLE} />

/** 返金の振込先, by the link in the mail, without login. */
export default function RefundAccount({ loaderData: { token, refund } }: Route.ComponentProps) {
  const isNoLink = refund?.error?.status === 404 || refund?.error?.status === 422
  return (
    <Page width="form">
      {!refund || isNoLink ? (
        <EmptyState
          isPage
          title="このURLではご覧いただけません"
          text="メールに書かれたURLを、もう一度お開きください。新しいメールが届いているときは、そちらのURLをお使いください。"
        />
      ) : (
        <Loaded loaded={refund}>{(found) => <RefundRequest token={token} asked={found} />}</Loaded>
      )}
    </Page>
  )
}

const stateTexts: Partial<Record<BankRefund['state'], string>> = {
  asked: 'お返事の期限を過ぎました。お手数ですが、お店にご連絡ください。',
  returned: 'お振り込みができませんでした。お店からあらためてご連絡します。',
  withdrawn: 'この返金のお手続きは、振込では行わないことになりました。',
  paid: 'お振り込みのお手続きが済みました。',
}

function RefundRequest({ token, asked: loadedRefund }: { token: string; asked: BankRefund }) {
  const [refund, setRefund] = useState(loadedRefund)
  const { order_no, owed_amount, state, may_give, masked } = refund
  return (
    <>
      <PageHeading lead={`ご注文番号 ${order_no} の返金 ${formatYen(owed_amount)} をお振り込みします。`}>
        {TITLE}
      </PageHeading>
      {may_give ? (
        <AccountForm token={token} onGiven={setRefund} />
      ) : (
        <div className="grid gap-4">
          <Notice tone={state === 'given' || state === 'filed' || state === 'paid' ? 'leaf' : 'info'} role="status">
            {stateTexts[state] ??
              '振込先をお預かりしました。お振り込みのお手続きが済みましたら、メールでお知らせします。'}
          </Notice>
          {masked && <p>{masked}</p>}
          <p className="text-sm text-muted">振込先の変更は、お店にご連絡ください。</p>
        </div>
      )}
    </>
  )
}
