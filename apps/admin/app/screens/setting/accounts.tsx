import type { Account } from '@kushi/contract/admin/account'
import { PROVIDER_ACCOUNT_KIND_NAME } from '@kushi/values/shop-account'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { Page, Section } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { SettingNav } from './setting-nav.tsx'

export const loader = () => api('GET /admin/v1/setting/accounts')

const sources: Record<Account['source'], { tone: Tone; words: string }> = {
  own: { tone: 'good', words: '登録済み' },
  installation: { tone: 'good', words: 'サーバーの設定を使用中' },
  stand_in: { tone: 'quiet', words: 'サンドボックスを使用中' },
  none: { tone: 'quiet', words: '未登録' },
}

/** 支払い・LINE・メールのアカウント: the list, with a link to each. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  return (
    <Page title="支払い・LINE・メールのアカウント">
      <SettingNav />
      <Section
        title="この店舗のアカウント"
        lead="登録していないサービスは、この店舗ではお使いになれません。登録した値は暗号化して保存し、画面には表示しません。"
      >
        <ul className="divide-y divide-line">
          {items.map(({ kind, source, is_usable }) => (
            <li key={kind} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
              <Link to={`/setting/accounts/${kind}`} className="text-link mr-auto">
                {PROVIDER_ACCOUNT_KIND_NAME[kind]}
              </Link>
              {is_usable ? (
                <State tone={sources[source].tone}>{sources[source].words}</State>
              ) : (
                <State tone="stuck">登録し直しが必要です</State>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}
