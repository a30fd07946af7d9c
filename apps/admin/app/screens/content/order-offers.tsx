import { OFFER_PLACE_NAME, type OfferPlace } from '@kushi/values/order-offer'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { shopNow } from '../../shop-clock.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatMoment, formatNumber, formatYenCell } from '../../ui/time.tsx'

export const loader = () => api('GET /admin/v1/order-offers')
type Row = Awaited<ReturnType<typeof loader>>['items'][number]

const PLACE_LEADS: Record<OfferPlace, string> = {
  beside: 'ご注文の画面に、「一緒に注文する」のチェックとして出ます。はじめからチェックが入ることはありません。',
  instead: 'ご注文の画面で、いまのご注文と、初回と3回分の金額を並べて選んでいただきます。',
  after:
    'ご注文の完了の画面に、決めた時間だけ出ます。会員が押すと、入力なしで同じ箱に加わります。クレジットカードか代金引換の、ご本人あての1回ずつのご注文で、出荷の準備を始める前に限ります。',
}

/** 注文のときのご案内 by place, in the order in which they are tried. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const mayWrite = useMay('content.write')
  const add = mayWrite && (
    <ButtonLink look="primary" to="/content/order-offers/new">
      ご案内を作る
    </ButtonLink>
  )
  return (
    <Page
      title="注文のときのご案内"
      parent={{ to: '/content', name: '文章とページ' }}
      lead="ご注文の画面や完了の画面で、ほかの商品や定期便をご案内します。場所ごとに、合うもののうち並び順がいちばん先の一つだけが出ます。"
      actions={items.length > 0 && add}
    >
      {items.length === 0 && <Empty action={add}>まだありません。ご案内する商品と、出す場所を決めて作ります。</Empty>}
      {(Object.keys(OFFER_PLACE_NAME) as OfferPlace[]).map((place) => (
        <Place key={place} place={place} rows={items.filter((row) => row.offer_place === place)} />
      ))}
    </Page>
  )
}

const Place = ({ place, rows }: { place: OfferPlace; rows: Row[] }) =>
  rows.length > 0 && (
    <Section title={OFFER_PLACE_NAME[place]} lead={PLACE_LEADS[place]}>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className="py-2">
            <Link to={`/content/order-offers/${row.id}`} className="hover:underline">
              {row.title}
            </Link>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
              <OpenState row={row} />
              <span>
                {row.goods}
                {row.goods && ` ${row.quantity}点(${row.cart_type === 1 ? '定期便' : '1回ずつ'})`}
              </span>
              {row.take_within_minutes !== null && (
                <span className="numeric">ご注文から{row.take_within_minutes}分</span>
              )}
              {row.landing_slug && <span>/lp/{row.landing_slug} だけ</span>}
              {row.opens_at && <span className="numeric">{formatMoment(row.opens_at)}から</span>}
              {row.closes_at && <span className="numeric">{formatMoment(row.closes_at)}まで</span>}
              <span className="numeric">
                この30日に{formatNumber(row.shown)}件のご注文に出て、選ばれたのは{formatNumber(row.taken)}
                件(初回の差額は合計
                {formatYenCell(row.taken_yen)})
              </span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )

function OpenState({ row: { visible, opens_at, closes_at, is_orderable } }: { row: Row }) {
  const now = shopNow()
  if (!visible) return <State>非公開</State>
  if (opens_at && Date.parse(opens_at) > now) return <State>開始前</State>
  if (closes_at && Date.parse(closes_at) <= now) return <State>終わりました</State>
  return is_orderable ? (
    <State tone="good">公開中</State>
  ) : (
    <State tone="attention">公開中ですが、商品をご注文いただけません</State>
  )
}
