import type { CustomerDetail } from '@kushi/contract/admin/customer'
import { CONSENT_NAME } from '@kushi/values/consent'
import { formatLongDate } from '@kushi/values/date-format'
import { ORDER_STATUS_NAME, type OrderStatus } from '@kushi/values/order-status'
import { type ReactNode, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useMay } from '../me.ts'
import { toast } from '../shell/toast.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { formFor } from '../ui/form-for.ts'
import { Messages } from '../ui/messages.tsx'
import { Notes } from '../ui/notes.tsx'
import { Page, Section } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { formatDate, formatYenCell, Time } from '../ui/time.tsx'
import { ActAsMember } from './customer-acting.tsx'
import { Block } from './customer-block.tsx'
import { CardsSection, loadCards } from './customer-cards.tsx'
import { DuplicateCustomers } from './customer-duplicates.tsx'
import { loadOrderRequests, OrderRequests } from './customer-order-requests.tsx'
import { loadPoints, Points } from './customer-points.tsx'
import { PrivacySection } from './customer-privacy.tsx'
import { loadWatch, WatchSection } from './customer-watch.tsx'
import { Withdrawal } from './customer-withdrawal.tsx'
import { InquiryState } from './inquiries.tsx'

const { Form, TextAreaField, SelectField } = formFor<{ customer_rank_id: number; reason: string }>()

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const [customer, { ranks }, duplicates] = await Promise.all([
    api('GET /admin/v1/customers/{id}', { params: { id: params.id! } }),
    api('GET /admin/v1/ranks'),
    api('GET /admin/v1/customers/{id}/doubles', { params: { id: params.id! } }),
  ])
  return {
    customer,
    ranks,
    doubles: duplicates.items,
    requests: customer.withdrawn_at ? [] : await loadOrderRequests(params.id!),
    cards: loadCards(params.id!),
    watch: await loadWatch(params.id!),
    points: await loadPoints(params.id!),
  }
}
type Ranks = Awaited<ReturnType<typeof loader>>['ranks']

/** Everything about one member. */
export function Component() {
  const { customer, ranks, doubles, requests, cards, watch, points } = useLoaderData<typeof loader>()
  const mayWrite = useMay('customer.write')
  const mayOrder = useMay('order.write')
  const mayReadInquiries = useMay('inquiry.read')
  const mayWriteInquiries = useMay('inquiry.write')
  const mayReadSubscriptions = useMay('subscription.read')
  return (
    <Page
      title={customer.withdrawn_at ? customer.name : `${customer.name} 様`}
      parent={{ to: '/customers', name: '会員' }}
      actions={
        !customer.withdrawn_at &&
        !customer.blocked_at && (
          <>
            <ActAsMember customer={customer} />
            {mayWriteInquiries && <ButtonLink to={`/inquiries/new?customer=${customer.id}`}>電話を記録する</ButtonLink>}
            {mayOrder && <ButtonLink to={`/customers/${customer.id}/order`}>お電話の注文を受ける</ButtonLink>}
          </>
        )
      }
    >
      {customer.blocked_at && (
        <p className="mb-4">
          <State tone="stuck">利用停止中</State> ログインもご注文もできません。
        </p>
      )}
      {customer.moved_as && (
        <p className="mb-4">
          前のシステムで買われた、当店の会員ではない方です。お名前・住所・電話番号は、注文にだけあります。
        </p>
      )}
      {customer.merged_into_id && (
        <p className="mb-4">
          <State tone="attention">統合済み</State> 注文や定期便は、
          <Link to={`/customers/${customer.merged_into_id}`} className="text-link">
            会員 {customer.merged_into_id}
          </Link>
          にあります。
        </p>
      )}
      <div className="grid items-start gap-x-6 lg:grid-cols-2">
        <div className="min-w-0">
          <Profile customer={customer} mayWrite={mayWrite} />
          <CustomerNotes customer={customer} mayWrite={mayWrite} />
          <RankSection customer={customer} ranks={ranks} mayWrite={mayWrite} />
          <Points id={customer.id} points={points} hasLeft={customer.withdrawn_at !== null} />
          <Sessions customer={customer} mayWrite={mayWrite} />
          <DuplicateCustomers customer={customer} duplicates={doubles} mayWrite={mayWrite} />
          {!customer.withdrawn_at && <WatchSection id={customer.id} entry={watch} />}
          <Block customer={customer} mayWrite={mayWrite} />
          <PrivacySection customer={customer} mayWrite={mayWrite} />
          <Withdrawal customer={customer} mayWrite={mayWrite} />
        </div>
        <div className="min-w-0">
          <Rows title="定期便" none="定期便はありません。">
            {customer.subscriptions.map(({ id, summary_status, next_delivery_date }) => (
              <Row key={id} end={subscriptionStates[summary_status]}>
                {mayReadSubscriptions ? (
                  <Link to={`/subscriptions/${id}`} className="text-link">
                    定期便 {id}
                  </Link>
                ) : (
                  `定期便 ${id}`
                )}
                ・次回のお届け {formatDate(next_delivery_date)}
              </Row>
            ))}
          </Rows>
          {mayOrder && <OrderRequests requests={requests} />}
          <Rows title="注文" none="まだ注文はありません。">
            {customer.orders.map(({ id, order_no, status, payment_total, created_at }) => (
              <Row key={id} end={<span className="numeric">{formatYenCell(payment_total)}</span>}>
                <Link to={`/orders/${id}`} className="numeric text-link">
                  {order_no}
                </Link>
                ・{ORDER_STATUS_NAME[status as OrderStatus]}・
                <Time value={created_at} />
              </Row>
            ))}
          </Rows>
          <Rows title="お問い合わせ" none="お問い合わせはありません。">
            {customer.inquiries.map((one) => (
              <Row key={one.id} end={<InquiryState {...one} />}>
                {mayReadInquiries ? (
                  <Link to={`/inquiries/${one.id}`} className="text-link">
                    {one.inquiry_no}
                  </Link>
                ) : (
                  one.inquiry_no
                )}
                <span className="ml-2 line-clamp-1 text-muted text-xs">{one.content}</span>
              </Row>
            ))}
          </Rows>
          <Messages messages={customer.messages} all={`/messages?customer_id=${customer.id}`} />
          {!customer.withdrawn_at && <CardsSection cards={cards} />}
          <Rows title="お届け先" none="お届け先はまだありません。">
            {customer.addresses.map(({ id, name, address, is_default }) => (
              <Row key={id} end={is_default && '基本のお届け先'}>
                {name}
                <span className="block text-muted text-xs">{address}</span>
              </Row>
            ))}
          </Rows>
          <Rows title="同意の記録" none="同意も取り消しも、まだありません。">
            {customer.consents.map(({ id, channel, is_given, screen, wording, version, created_at }) => (
              <Row key={id} end={<Time value={created_at} />}>
                {CONSENT_NAME[channel]}: {is_given ? '同意' : '取り消し'}
                <span className="block text-muted text-xs">
                  {[screen, wording && `「${wording}」`, version && `版 ${version}`].filter(Boolean).join(' ')}
                </span>
              </Row>
            ))}
          </Rows>
        </div>
      </div>
    </Page>
  )
}

const subscriptionStates: Record<number, string> = {
  1: 'お届け中',
  2: 'お支払いエラー',
  3: '在庫なし',
  4: 'その他のエラー',
  5: '休止中',
  6: '解約済み',
}

function Rows({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <Section title={title}>
      {children.length === 0 ? (
        <p className="text-muted text-xs">{none}</p>
      ) : (
        <ul className="grid gap-1">{children}</ul>
      )}
    </Section>
  )
}

const Row = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <li className="flex flex-wrap justify-between gap-x-4 border-line border-b pb-1 last:border-0">
    <span className="min-w-0">{children}</span>
    <span className="text-xs">{end}</span>
  </li>
)

function Profile({ customer, mayWrite }: PartProps) {
  const verified: [string, ReactNode] = [
    'メールの確認',
    <EmailVerified key="verified" customer={customer} mayWrite={mayWrite} />,
  ]
  const facts: [string, ReactNode][] = [
    ['会員番号', customer.id],
    ['お名前', customer.moved_as ? customer.name : `${customer.name}(${customer.kana})`],
    ...(customer.company_name ? [['会社名', customer.company_name] as [string, ReactNode]] : []),
    ['メール', customer.email || 'ありません'],
    ...(customer.withdrawn_at || !customer.email ? [] : [verified]),
    ['電話', customer.phone_number],
    ['住所', customer.address],
    ['生年月日', customer.birthday && formatLongDate(customer.birthday)],
    ['お知りになったきっかけ', customer.where_did_you_know],
    ['LINE', customer.has_line ? '連携済み' : '連携していません'],
    ['お知らせメール', customer.mail_magazine_flag ? '受け取る' : '受け取らない'],
    ['LINEのお知らせ', customer.line_magazine_flag ? '受け取る' : '受け取らない'],
    [customer.moved_as ? '最初のご注文' : '登録日時', <Time key="at" value={customer.created_at} />],
    ...(customer.merged_ids.length > 0
      ? [['統合した会員', <MergedMembers key="merged" ids={customer.merged_ids} />] as [string, ReactNode]]
      : []),
    ...(customer.withdrawn_at && !customer.moved_as
      ? [['退会', <Time key="withdrawn" value={customer.withdrawn_at} />] as [string, ReactNode]]
      : []),
  ]
  return (
    <Section
      title="会員情報"
      actions={
        mayWrite &&
        customer.profile &&
        !customer.withdrawn_at && <ButtonLink to={`/customers/${customer.id}/edit`}>会員情報を直す</ButtonLink>
      }
    >
      <Facts rows={facts} />
    </Section>
  )
}

/** Until a link sent to the e-mail was opened, a stranger may have registered with it. */
function EmailVerified({ customer: { id, email_verified_at }, mayWrite }: PartProps) {
  const { revalidate } = useRevalidator()
  const send = async () => {
    await api('POST /admin/v1/customers/{id}/email-verification', { params: { id } })
    toast('確認のメールを送りました')
    await revalidate()
  }
  if (email_verified_at)
    return (
      <>
        確認済み(
        <Time value={email_verified_at} />)
      </>
    )
  return (
    <span className="flex flex-wrap items-center gap-3">
      未確認
      {mayWrite && <Button onClick={() => void send()}>確認のメールを送る</Button>}
    </span>
  )
}

const MergedMembers = ({ ids }: { ids: number[] }) => (
  <span className="flex flex-wrap gap-x-3">
    {ids.map((id) => (
      <Link key={id} to={`/customers/${id}`} className="text-link">
        {id}
      </Link>
    ))}
  </span>
)

interface PartProps {
  customer: CustomerDetail
  mayWrite: boolean
}

function CustomerNotes({ customer: { id, notes }, mayWrite }: PartProps) {
  const { revalidate } = useRevalidator()
  const add = async (body: { body: string }) => {
    await api('POST /admin/v1/customers/{id}/notes', { params: { id }, body })
    await revalidate()
  }
  return <Notes notes={notes} mayWrite={mayWrite} add={add} />
}

function RankSection({ customer, ranks, mayWrite }: PartProps & { ranks: Ranks }) {
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const { id, rank_name, customer_rank_id, rank_events } = customer
  if (ranks.length === 0) return null
  const change = mayWrite && <Button onClick={() => setOpen(true)}>ランクを変える</Button>
  return (
    <Section title={`会員ランク: ${rank_name ?? 'なし'}`} actions={change}>
      {rank_events.length === 0 && <p className="text-muted text-xs">ランクはまだ変わっていません。</p>}
      <ul className="grid gap-1">
        {rank_events.map((one) => (
          <Row key={one.id} end={<Time value={one.created_at} />}>
            {one.from_rank_name ?? 'なし'} → {one.to_rank_name ?? 'なし'}
            <span className="ml-2 text-muted text-xs">
              {one.spent_amount === null
                ? `${one.actor_name}: ${one.reason}`
                : `月初の決定(お買い上げ ${formatYenCell(one.spent_amount)})`}
            </span>
          </Row>
        ))}
      </ul>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="ランクを変える">
        <Form
          values={{ customer_rank_id: customer_rank_id ?? ranks[0]!.id, reason: '' }}
          submit="ランクを変える"
          done="ランクを変えました"
          save={async (body) => {
            await api('PUT /admin/v1/customers/{id}/rank', { params: { id }, body })
            setOpen(false)
            await revalidate()
          }}
        >
          <SelectField
            name="customer_rank_id"
            label="ランク"
            hint="次の月の1日に、お買い上げからもう一度決まります。"
            isNumber
            choices={ranks.map((one) => ({ value: one.id, label: `${one.rank_name}(${one.discount_rate}%引き)` }))}
          />
          <TextAreaField name="reason" label="理由" isRequired rows={2} maxLength={500} />
        </Form>
      </Dialog>
    </Section>
  )
}

function Sessions({ customer: { id, sessions, has_line }, mayWrite }: PartProps) {
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const end = async () => {
    await api('DELETE /admin/v1/customers/{id}/sessions', { params: { id } })
    setOpen(false)
    toast('すべての端末からログアウトしました')
    await revalidate()
  }
  const action = mayWrite && sessions.length > 0 && (
    <Button look="danger" onClick={() => setOpen(true)}>
      すべてログアウトする
    </Button>
  )
  return (
    <Section title="ログイン中の端末" actions={action}>
      {sessions.length === 0 && <p className="text-muted text-xs">ログイン中の端末はありません。</p>}
      <ul className="grid gap-1">
        {sessions.map(({ id: session, device, network, seen_at }) => (
          <Row key={session} end={<Time value={seen_at} />}>
            {device || '不明な端末'} <span className="text-muted text-xs">{network}</span>
          </Row>
        ))}
      </ul>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="すべての端末からログアウトする">
        <p className="mb-4">
          この会員の{sessions.length}
          台の端末がログアウトされ、もう一度ログインが必要になります。登録されたパスキーと確認済みの端末も外れます。
          {has_line && 'LINE連携も解除されます(パスワードがなく、LINEだけでログインする会員の連携は残ります)。'}
          元には戻せません。
        </p>
        <Button look="primary" onClick={() => void end()}>
          {sessions.length}台をログアウトする
        </Button>
      </Dialog>
    </Section>
  )
}
