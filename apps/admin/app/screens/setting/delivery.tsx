import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatYenCell } from '../../ui/time.tsx'
import { SettingNav } from './setting-nav.tsx'

export const loader = () => api('GET /admin/v1/setting/deliveries')

/** 配送方法. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const mayWrite = useMay('setting.write')
  return (
    <Page
      title="配送の設定"
      actions={
        mayWrite && (
          <ButtonLink look="primary" to="/setting/delivery/new">
            配送方法を増やす
          </ButtonLink>
        )
      }
    >
      <SettingNav />
      <Section title="配送方法" lead="上のものから順に、ご注文の画面に並びます。">
        {items.length === 0 ? (
          <Empty>まだ配送方法がありません。ひとつ増やすと、ご注文を受けられるようになります。</Empty>
        ) : (
          <ul className="divide-y divide-line">
            {items.map(
              ({ id, delivery_name, flat_rate_delivery_fee, visible, mail_delivery_flag, prefectures, times }) => (
                <li key={id} className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 py-1.5">
                  <Link to={`/setting/delivery/${id}`} className="text-link mr-auto">
                    {delivery_name}
                  </Link>
                  <span className="text-muted text-xs max-md:w-full max-md:order-last">
                    {times.length > 0 && `時間帯 ${times.length}件 `}
                    {prefectures.length > 0 && `都道府県別 ${prefectures.length}件`}
                  </span>
                  {mail_delivery_flag && <State>メール便</State>}
                  <span className="numeric w-20 text-right">{formatYenCell(flat_rate_delivery_fee)}</span>
                  <State tone={visible ? 'good' : 'quiet'}>{visible ? '表示中' : '非表示'}</State>
                </li>
              ),
            )}
          </ul>
        )}
      </Section>
      <Section title="配送会社">
        <Link to="/setting/carriers" className="text-link">
          お届け済みとみなす日数
        </Link>
      </Section>
    </Page>
  )
}
