import { MAX_COUNTED_ROWS } from '@kushi/contract/admin/list'
import type { Today } from '@kushi/contract/admin/today'
import { SCHEDULE_KIND_NAME } from '@kushi/values/schedule'
import { Link, Navigate, useLoaderData } from 'react-router'
import { api } from '../api.ts'
import { useMay, useMe } from '../me.ts'
import { menuFor } from '../menu.ts'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { Empty, Page, Section } from '../ui/page.tsx'
import type { Tone } from '../ui/state.tsx'
import { formatDate, formatNumber, Time } from '../ui/time.tsx'
import { StoppedOrders } from './shipping/stopped.tsx'
import { TodaysSales } from './today/money.tsx'
import { type Task, tasksOf } from './today/tasks.ts'

export const loader = () => api('GET /admin/v1/today')

/** 今日: the tasks for now, in the order in which to do them. */
export function Component() {
  const today = useLoaderData<typeof loader>()
  const me = useMe()
  const { shipping, changes, money } = today
  const mayShip = useMay('shipment.write')
  const mayOpen = useMay('setting.write')
  const mayPay = useMay('payment.write')
  // Without the permission for sales and planned changes, the tasks use the whole width.
  const hasAside = Boolean(money || changes)
  if (!me.shop.is_open && !me.shop.was_open && mayOpen) return <Navigate to="/opening" replace />
  return (
    <Page
      title={`${formatDate(today.today)}の${me.shop.shop_name}`}
      actions={
        shipping !== null &&
        shipping.ready > 0 &&
        mayShip && (
          <ButtonLink to="/shipping" look="primary">
            {formatNumber(shipping.ready)}件の出荷を始める
          </ButtonLink>
        )
      }
    >
      <div className={cx('grid items-start gap-x-6', hasAside && 'lg:grid-cols-[1fr_360px]')}>
        <div className="min-w-0">
          {shipping && <Shipping shipping={shipping} />}
          <Tasks tasks={tasksOf(today, mayPay)} />
        </div>
        {hasAside && (
          <aside className="min-w-0">
            {money && <TodaysSales money={money} />}
            {changes && <Coming changes={changes.coming} />}
          </aside>
        )}
      </div>
    </Page>
  )
}

type Shipping = NonNullable<Today['shipping']>

function Shipping({ shipping }: { shipping: Shipping }) {
  const { ready, stopped, packed, shipped, stopped_orders, later, pickup_time } = shipping
  const counts = [
    ['出荷できる', ready, '件'],
    ['止まっている', stopped, '件'],
    ['出荷済', shipped, '個'],
  ] as const
  const more = stopped - stopped_orders.length
  return (
    <>
      <ul aria-label="今日の出荷" className="mb-2 grid grid-cols-3 gap-2">
        {counts.map(([label, count, unit]) => (
          <li key={label}>
            <Link
              to="/shipping"
              className="block rounded-base border border-line bg-surface px-3 py-3 hover:border-ink md:px-4"
            >
              <span className="block text-muted text-xs">{label}</span>
              <span className="numeric text-xl">{formatNumber(count)}</span>
              <span className="ml-1 text-xs">{unit}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mb-4 text-muted text-xs">
        出荷作業中 {formatNumber(packed)}個
        {later.orders > 0 && later.from !== null && `、${formatDate(later.from)}から ${formatNumber(later.orders)}件`}
        {pickup_time !== null && `、集荷 ${pickup_time}`}
      </p>
      <StoppedOrders orders={stopped_orders} />
      {more > 0 && (
        <p className="-mt-3 mb-6 text-right">
          <Link to="/shipping" className="text-link">
            止まっている注文をあと{formatNumber(more)}件見る
          </Link>
        </p>
      )}
    </>
  )
}

const looks: Record<Tone, string> = {
  quiet: 'text-muted',
  good: 'text-leaf',
  attention: 'text-ink',
  stuck: 'text-danger',
}

function Tasks({ tasks }: { tasks: Task[] }) {
  return (
    <Section title="いますること">
      {tasks.length === 0 ? (
        <NothingToDo />
      ) : (
        <ol className="divide-y divide-line">
          {tasks.map(({ key, tone, count, unit, text, detail, to, label, other }) => (
            <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
              <span className={cx('numeric flex w-20 shrink-0 items-center justify-end gap-1', looks[tone])}>
                {(tone === 'stuck' || tone === 'attention') && (
                  <Icon name={tone === 'stuck' ? 'warn' : 'info'} className="mr-auto size-4 shrink-0" />
                )}
                <strong className="font-medium text-lg">
                  {count >= MAX_COUNTED_ROWS ? '1万' : formatNumber(count)}
                </strong>
                <span className="text-xs">
                  {unit}
                  {count >= MAX_COUNTED_ROWS && '以上'}
                </span>
              </span>
              <span className="min-w-0 flex-1 basis-40">
                {text}
                {detail && <span className="block text-muted text-xs">{detail}</span>}
              </span>
              <span className="flex flex-wrap gap-2">
                {other && <ButtonLink to={other.to}>{other.label}</ButtonLink>}
                <ButtonLink to={to}>{label}</ButtonLink>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

/** No task is left: shows links to other work. */
function NothingToDo() {
  const me = useMe()
  const ways = menuFor(me.permissions).filter(({ path }) => ['/orders', '/products', '/customers'].includes(path))
  return (
    <Empty
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {ways.map(({ path, label }) => (
            <ButtonLink key={path} to={path}>
              {label}を見る
            </ButtonLink>
          ))}
        </div>
      }
    >
      いまするべきことは、ほかにありません。お支払い・定期便・お問い合わせ・在庫に何かあれば、ここに並びます。
    </Empty>
  )
}

function Coming({ changes }: { changes: NonNullable<Today['changes']>['coming'] }) {
  return (
    <Section
      title="これからの予定"
      actions={
        <Link to="/schedule" className="text-link text-xs">
          予定を開く
        </Link>
      }
    >
      {changes.length === 0 ? (
        <p className="text-muted text-xs">
          決めた日時に変わるものはありません。価格や送料、休業日は「予定」で前もって決めておけます。
        </p>
      ) : (
        <ul className="grid gap-2">
          {changes.map(({ id, kind, subject_name, facts, starts_at }) => (
            <li key={id}>
              <Time value={starts_at} />
              <span className="block">
                {SCHEDULE_KIND_NAME[kind]}
                {subject_name && `: ${subject_name}`}
              </span>
              {facts[0] && <span className="block text-muted text-xs">{facts[0]}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
