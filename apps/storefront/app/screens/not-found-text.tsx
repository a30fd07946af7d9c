import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

/** The page does not exist; offers two links. */
export const NotFoundText = () => (
  <Page width="text">
    <EmptyState
      isPage
      title="ページが見つかりません"
      text="この枝には、まだ何もありません。アドレスが変わったか、掲載を終えた商品かもしれません。"
    >
      <ButtonLink to="/products">商品一覧を見る</ButtonLink>
      <ButtonLink to="/sitemaps" look="secondary">
        サイトマップを見る
      </ButtonLink>
    </EmptyState>
  </Page>
)
