import { CONTENT_NAME, LAYOUT_NAME, layoutParts } from '@kushi/contract/admin/content'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'

export const loader = () => api('GET /admin/v1/content')
type Item = Awaited<ReturnType<typeof loader>>['items'][number]

/** 文章とページ: what the shop writes itself. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const isPart = ({ name }: Item) => layoutParts.includes(name)
  return (
    <Page title="文章とページ" lead="保存すると、すぐにショップに反映されます。前の文章は操作履歴に残ります。">
      <Section title="ページ">
        <Contents items={items.filter((one) => !isPart(one))} say={({ name }) => CONTENT_NAME[name]} />
      </Section>
      {layoutParts.map((part) => (
        <Section
          key={part}
          title={CONTENT_NAME[part]}
          lead="端末とLINE連携の段階ごとに、別の文章にできます。ないときは「すべて共通」が出ます。"
        >
          <Contents
            items={items.filter(({ name }) => name === part)}
            say={({ layout_code }) => LAYOUT_NAME[layout_code as keyof typeof LAYOUT_NAME]}
          />
        </Section>
      ))}
    </Page>
  )
}

function Contents({ items, say }: { items: Item[]; say(item: Item): string }) {
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <li key={`${item.name}/${item.layout_code}`} className="flex items-center gap-4 py-1.5">
          <Link to={`/content/${item.name}/${item.layout_code}`} className="text-link mr-auto">
            {say(item)}
          </Link>
          {!item.is_written && <State>{item.layout_code === 0 ? 'まだありません' : '共通の文章'}</State>}
        </li>
      ))}
    </ul>
  )
}
