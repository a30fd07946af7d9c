import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'

export const loader = () => api('GET /admin/v1/message-texts')

/** メールとLINEの文章: all messages that the shop sends automatically. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <Page
      title="メールとLINEの文章"
      lead="お客様に自動で届く文章です。書き換えなければ標準の文章が届き、書き換えても、いつでも標準に戻せます。"
    >
      {groups.map((group) => (
        <Section key={group} title={group}>
          <ul className="divide-y divide-line">
            {items
              .filter((one) => one.group === group)
              .map(({ kind, name, is_own }) => (
                <li key={kind} className="flex items-center gap-4 py-1.5">
                  <Link to={`/message-texts/${kind}`} className="tap text-link mr-auto inline-flex items-center">
                    {name}
                  </Link>
                  {is_own ? <State tone="good">書き換え済み</State> : <State>標準の文章</State>}
                </li>
              ))}
          </ul>
        </Section>
      ))}
    </Page>
  )
}
