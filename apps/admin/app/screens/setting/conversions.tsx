import { CONVERSION_KIND_NAME } from '@kushi/values/conversion/kinds'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { ConversionFigures } from './conversion-figures.tsx'
import { ConversionStanding } from './conversion-parts.tsx'
import { SettingNav } from './setting-nav.tsx'

export async function loader() {
  const [{ items }, figures] = await Promise.all([
    api('GET /admin/v1/setting/conversions'),
    api('GET /admin/v1/setting/conversion-figures'),
  ])
  return { items, figures: figures.items }
}

/** 広告の送信先: media and ASPs that the server tells of conversions. */
export function Component() {
  const { items, figures } = useLoaderData<typeof loader>()
  return (
    <Page title="広告の送信先">
      <SettingNav />
      <Section
        title="送信先"
        lead="ご注文や発送があると、広告の媒体やASPへ成果を知らせます。確認画面で同意されたご注文だけです。新規のお客様と媒体の成果は、選んだ広告グループのものです。"
        actions={
          <ButtonLink look="primary" to="/setting/conversions/new">
            送信先を追加する
          </ButtonLink>
        }
      >
        {items.length === 0 && (
          <Empty>送信先はまだありません。広告の管理画面で発行された番号と鍵を用意して、追加してください。</Empty>
        )}
        <ul className="divide-y divide-line">
          {items.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
              <div className="mr-auto min-w-0">
                <Link to={`/setting/conversions/${one.id}`} className="text-link break-all">
                  {one.destination_name}
                </Link>
                <p className="text-muted text-xs">{CONVERSION_KIND_NAME[one.conversion_kind]}</p>
              </div>
              <ConversionStanding destination={one} />
              <div className="w-full min-w-0">
                <ConversionFigures
                  rows={figures.filter(({ destination_id }) => destination_id === one.id)}
                  ad_group={one.ad_group}
                />
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}
