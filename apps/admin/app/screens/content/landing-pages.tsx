import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { shopNow } from '../../shop-clock.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatMoment, formatNumber } from '../../ui/time.tsx'

export const loader = () => api('GET /admin/v1/landing-pages')
type Row = Awaited<ReturnType<typeof loader>>['items'][number]

/** 申し込みページ, the newest first. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const mayWrite = useMay('content.write')
  const add = mayWrite && (
    <ButtonLink look="primary" to="/content/landing-pages/new">
      申し込みページを作る
    </ButtonLink>
  )
  return (
    <Page
      title="申し込みページ"
      parent={{ to: '/content', name: '文章とページ' }}
      lead="広告のリンク先にするページです。検索結果には出ません。"
      actions={items.length > 0 && add}
    >
      {items.length === 0 && <Empty action={add}>まだありません。商品と買いかたを決め、部品を並べて作ります。</Empty>}
      <ul className="divide-y divide-line border-line border-y empty:hidden">
        {items.map((row) => (
          <li key={row.id} className="py-2">
            <Link to={`/content/landing-pages/${row.id}`} className="hover:underline">
              {row.title}
            </Link>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
              <span>/lp/{row.slug}</span>
              <OpenState row={row} />
              {row.opens_at && <span className="numeric">{formatMoment(row.opens_at)}から</span>}
              {row.closes_at && <span className="numeric">{formatMoment(row.closes_at)}まで</span>}
              <span className="numeric">
                この1週間に広告から{formatNumber(row.visits)}回、ご注文{formatNumber(row.orders)}件
              </span>
            </p>
          </li>
        ))}
      </ul>
    </Page>
  )
}

function OpenState({ row: { visible, opens_at, closes_at, visits, is_orderable, is_promotion_over } }: { row: Row }) {
  const now = shopNow()
  if (!visible) return <State>非公開</State>
  if (opens_at && Date.parse(opens_at) > now) return <State>開始前</State>
  if (!closes_at || Date.parse(closes_at) > now)
    return !is_orderable ? (
      <State tone="attention">公開中ですが、商品をお申し込みいただけません</State>
    ) : is_promotion_over ? (
      <State tone="attention">公開中ですが、このページの特典は終わっています</State>
    ) : (
      <State tone="good">受付中</State>
    )
  return visits > 0 ? <State tone="attention">終わりましたが、広告がまだ来ています</State> : <State>終わりました</State>
}
