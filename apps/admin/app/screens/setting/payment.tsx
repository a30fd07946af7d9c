import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatYenCell } from '../../ui/time.tsx'
import { SettingNav } from './setting-nav.tsx'

export const loader = () => api('GET /admin/v1/setting/payments')

/** 支払方法. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  return (
    <Page title="支払いの設定">
      <SettingNav />
      <Section title="支払方法" lead="決済会社の設定がない方法は、表示にしてもお客様には出ません。">
        {items.length === 0 ? (
          <Empty>まだ支払方法がありません。</Empty>
        ) : (
          <ul className="divide-y divide-line">
            {items.map(({ id, payment_name, max_amount, visible }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
                <Link to={`/setting/payment/${id}`} className="text-link mr-auto">
                  {payment_name}
                </Link>
                <span className="numeric text-muted text-xs">1回 {formatYenCell(max_amount)}まで</span>
                <State tone={visible ? 'good' : 'quiet'}>{visible ? '表示中' : '非表示'}</State>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="安全">
        <Link to="/setting/card-lock" className="text-link">
          カード入力の停止
        </Link>
      </Section>
    </Page>
  )
}
