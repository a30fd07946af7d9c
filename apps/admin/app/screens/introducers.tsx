import type { IntroducingMembers } from '@kushi/contract/admin/point'
import { formatPoints } from '@kushi/values/points'
import { Link, useLoaderData } from 'react-router'
import { api } from '../api.ts'
import { useMay } from '../me.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { formatNumber, Time } from '../ui/time.tsx'

export const loader = () => api('GET /admin/v1/introducers')

/** お友だち紹介: who introduced how many. */
export function Component() {
  const { items, is_cut } = useLoaderData<typeof loader>()
  const mayReadSettings = useMay('setting.read')
  return (
    <Page
      title="お友だち紹介"
      lead="紹介リンクからはじめてご注文になった方の数です。キャンセルされたご注文は数えません。どなたを紹介したかは表示しません。"
    >
      {items.length === 0 ? (
        <Empty action={mayReadSettings && <ButtonLink to="/setting/points">お友だち紹介の設定を見る</ButtonLink>}>
          まだ、紹介リンクからのご注文はありません。
        </Empty>
      ) : (
        <div className="overflow-x-auto">
          <Table items={items} />
        </div>
      )}
      {is_cut && (
        <p className="mt-2 text-muted text-xs">多い順に{formatNumber(items.length)}名までを表示しています。</p>
      )}
    </Page>
  )
}

type Introducer = IntroducingMembers['items'][number]
const columns: { head: string; text(one: Introducer): string }[] = [
  { head: '紹介', text: ({ friends }) => `${formatNumber(friends)}名` },
  { head: 'お届け済み', text: ({ kept }) => `${formatNumber(kept)}名` },
  { head: '付与した', text: ({ granted }) => formatPoints(granted) },
  { head: '付与の予定', text: ({ coming }) => formatPoints(coming) },
]

const Table = ({ items }: { items: Introducer[] }) => (
  <table className="w-full text-left">
    <thead className="border-edge border-b text-muted text-xs">
      <tr>
        <th scope="col" className="py-1 font-normal">
          会員
        </th>
        {columns.map(({ head }) => (
          <th key={head} scope="col" className="whitespace-nowrap py-1 pl-3 text-right font-normal">
            {head}
          </th>
        ))}
        <th scope="col" className="hidden whitespace-nowrap py-1 pl-3 font-normal md:table-cell">
          最後の紹介
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map((one) => (
        <tr key={one.customer_id} className="border-line border-b">
          <td className="whitespace-nowrap py-1">
            <Link to={`/customers/${one.customer_id}`} className="text-link">
              {one.name || `会員 ${one.customer_id}`}
            </Link>
          </td>
          {columns.map(({ head, text }) => (
            <td key={head} className="numeric whitespace-nowrap py-1 pl-3 text-right">
              {text(one)}
            </td>
          ))}
          <td className="hidden whitespace-nowrap py-1 pl-3 md:table-cell">
            <Time value={one.last_at} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
