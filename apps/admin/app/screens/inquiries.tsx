import { type Inquiry, inquiryList } from '@kushi/contract/admin/inquiry'
import { INQUIRY_STATUS_NAME, INQUIRY_TYPE_NAME, type InquiryStatusId } from '@kushi/values/inquiry-status'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { api } from '../api.ts'
import { ListPage } from '../list/list-page.tsx'
import { listQuery } from '../list/load-list.ts'
import { useMay } from '../me.ts'
import { shopNow } from '../shop-clock.ts'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { State, type Tone } from '../ui/state.tsx'
import { formatCount, Time } from '../ui/time.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const [page, desk] = await Promise.all([
    api('GET /admin/v1/inquiries', { query: listQuery(inquiryList, request) }),
    api('GET /admin/v1/inquiry-desk'),
  ])
  return { page, desk }
}
type Desk = Awaited<ReturnType<typeof loader>>['desk']

const namesById = (all: { id: number; name: string }[]) => Object.fromEntries(all.map(({ id, name }) => [id, name]))

/** お問い合わせ: the customer who has waited longest comes first. */
export function Component() {
  const { page, desk } = useLoaderData<typeof loader>()
  const mayWrite = useMay('inquiry.write')
  return (
    <ListPage<Inquiry>
      title="お問い合わせ"
      list={inquiryList}
      page={page}
      open={({ id }) => `/inquiries/${id}`}
      options={{ operator_id: namesById(desk.operators), inquiry_category_id: namesById(desk.categories) }}
      actions={
        mayWrite && (
          <>
            <ButtonLink to="/inquiry-templates">返信のひな形</ButtonLink>
            <ButtonLink to="/inquiries/new" look="primary">
              電話を記録する
            </ButtonLink>
          </>
        )
      }
      empty="まだお問い合わせはありません。お店の「お問い合わせ」かLINEから届くと、ここに並びます。"
      createLink={mayWrite && { to: '/inquiry-templates', label: '返信のひな形を用意する' }}
      columns={[
        { head: '受付番号', cell: (row) => <InquiryTitle {...row} /> },
        { head: '状態', cell: (row) => <InquiryState {...row} /> },
        { head: 'お待ちの時間', sort: 'queue_at', cell: ({ waiting_since }) => <WaitingSince since={waiting_since} /> },
        { head: 'お客様', cell: ({ name }) => name, isWide: true },
        {
          head: '内容',
          isWide: true,
          cell: ({ inquiry_category, content }) => (
            <span className="line-clamp-2 max-w-[420px] text-xs">
              {inquiry_category && <span className="text-muted">{inquiry_category}: </span>}
              {content}
            </span>
          ),
        },
        { head: '経路', cell: ({ inquiry_type_id }) => INQUIRY_TYPE_NAME[inquiry_type_id as 1], isWide: true },
        { head: '担当', cell: ({ operator_name }) => operator_name ?? '—', isWide: true },
        { head: '届いた日時', sort: 'created_at', cell: ({ created_at }) => <Time value={created_at} />, isWide: true },
      ]}
    >
      <Counts desk={desk} />
    </ListPage>
  )
}

/** On a phone, the customer and the first words are shown under the number. */
const InquiryTitle = ({ inquiry_no, name, content }: Inquiry) => (
  <span>
    <span className="numeric whitespace-nowrap">{inquiry_no}</span>
    <span className="block md:hidden">{name}</span>
    <span className="line-clamp-2 text-muted text-xs md:hidden">{content}</span>
  </span>
)

const tones: Record<InquiryStatusId, Tone> = {
  1: 'attention',
  2: 'quiet',
  3: 'good',
  4: 'quiet',
  5: 'stuck',
  6: 'good',
}

export const InquiryState = ({ inquiry_status_id }: { inquiry_status_id: number }) => (
  <State tone={tones[inquiry_status_id as InquiryStatusId]}>
    {INQUIRY_STATUS_NAME[inquiry_status_id as InquiryStatusId]}
  </State>
)

const HOUR = 3_600_000

function WaitingSince({ since }: { since: string | null }) {
  if (since === null) return <span className="text-muted text-xs">—</span>
  const hours = Math.floor((shopNow() - Date.parse(since)) / HOUR)
  return (
    <span className="numeric whitespace-nowrap text-xs">
      {hours < 48 ? `${Math.max(0, hours)}時間` : `${Math.floor(hours / 24)}日`}
    </span>
  )
}

/** The number of inquiries in each state; a click filters by it. */
function Counts({ desk }: { desk: Desk }) {
  const [params] = useSearchParams()
  const tabClass = (isOn: boolean) =>
    cx(
      'tap inline-flex items-center gap-2 rounded-base border px-2 py-1',
      isOn ? 'border-ink bg-sand' : 'border-line bg-surface hover:border-ink',
    )
  return (
    <ul className="mb-3 flex flex-wrap gap-2 text-xs">
      <li>
        <Link to="?is_waiting=true" className={tabClass(params.get('is_waiting') === 'true')}>
          お返事待ち <strong className="numeric">{formatCount(desk.waiting)}</strong>
        </Link>
      </li>
      {desk.counts.map(({ inquiry_status_id, total }) => (
        <li key={inquiry_status_id}>
          <Link
            to={`?inquiry_status_id=${inquiry_status_id}`}
            className={tabClass(params.getAll('inquiry_status_id').includes(String(inquiry_status_id)))}
          >
            {INQUIRY_STATUS_NAME[inquiry_status_id as InquiryStatusId]}{' '}
            <span className="numeric">{formatCount(total)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
