import { CONTENT_NAME, LAYOUT_NAME, layoutContentNames } from '@kushi/contract/admin/content'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatDay } from '../../ui/time.tsx'

export const loader = async () => {
  const [{ items }, articles] = await Promise.all([api('GET /admin/v1/content'), api('GET /admin/v1/articles')])
  return { items, articles: articles.items }
}
type Item = Awaited<ReturnType<typeof loader>>['items'][number]

/** 文章とページ: the texts that the shop writes itself. */
export function Component() {
  const { items, articles } = useLoaderData<typeof loader>()
  const mayWrite = useMay('content.write')
  const isLayoutPart = ({ name }: Item) => layoutContentNames.includes(name)
  return (
    <Page title="文章とページ" lead="保存すると、すぐにショップに反映されます。前の文章は操作履歴に残ります。">
      <Section title="トップページ" lead="写真・物語・商品・読みものなどを、好きな順に並べます。">
        <Link to="/content/home" className="text-link">
          トップページの構成
        </Link>
      </Section>
      <Section
        title="申し込みページ"
        lead="広告から開く、注文までできる1枚のページ(LP)です。商品と買いかたを決めて載せます。"
      >
        <Link to="/content/landing-pages" className="text-link">
          申し込みページ
        </Link>
      </Section>
      <Section
        title="注文のときのご案内"
        lead="ご注文の画面で、一緒にお届けできる商品や、定期便・まとめ買いをご案内します。"
      >
        <Link to="/content/order-offers" className="text-link">
          注文のときのご案内
        </Link>
      </Section>
      <Section title="お客様の声" lead="ご本人の承諾をいただいた声を、商品のページとトップページに載せます。">
        <Link to="/content/voices" className="text-link">
          お客様の声
        </Link>
      </Section>
      <Section
        title="読みもの"
        actions={
          mayWrite && (
            <Link to="/content/articles/new" className="text-link">
              読みものを加える
            </Link>
          )
        }
      >
        {articles.length === 0 && <p className="text-muted">まだありません。</p>}
        <ul className="divide-y divide-line">
          {articles.map(({ id, title, published_on, visible }) => (
            <li key={id} className="flex items-center gap-4 py-1.5">
              <Link to={`/content/articles/${id}`} className="text-link mr-auto">
                {title}
              </Link>
              {!visible && <State>非公開</State>}
              <span className="numeric text-muted text-xs">{formatDay(published_on)}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="ページ"
        actions={
          mayWrite && (
            <Link to="/opening/law" className="text-link">
              特商法の表記を項目から作る
            </Link>
          )
        }
      >
        <Contents items={items.filter((one) => !isLayoutPart(one))} say={({ name }) => CONTENT_NAME[name]} />
      </Section>
      {layoutContentNames.map((part) => (
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

function Contents({ items, say: cell }: { items: Item[]; say(item: Item): string }) {
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <li key={`${item.name}/${item.layout_code}`} className="flex items-center gap-4 py-1.5">
          <Link to={`/content/${item.name}/${item.layout_code}`} className="text-link mr-auto">
            {cell(item)}
          </Link>
          {!item.is_written && <State>{item.layout_code === 0 ? 'まだありません' : '共通の文章'}</State>}
        </li>
      ))}
    </ul>
  )
}
