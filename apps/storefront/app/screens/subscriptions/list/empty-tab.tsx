import { Link } from 'react-router'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Tab } from './use-subscriptions.ts'

/** None in this tab, and the way out. */
export const EmptyTab = ({ tab, paused }: { tab: Tab; paused: number }) =>
  tab === 'paused' ? (
    <EmptyState
      title="休止中の定期便はありません"
      text="しばらくお使いにならないときは、継続中の定期便を休止できます。再開されるまで、お届けもお支払いもありません。"
    />
  ) : tab === 'cancelled' ? (
    <EmptyState title="解約済みの定期便はありません" />
  ) : (
    <EmptyState
      title="継続中の定期便はありません"
      text={
        paused > 0 ? (
          <>
            休止中の定期便が{paused}件あります。
            <Link to="?tab=paused" className="text-link inline-flex min-h-tap items-center text-ink">
              休止中の定期便を見る
            </Link>
          </>
        ) : (
          'お好きな間隔で、いつもの商品をお届けします。お届け日の変更やお休み、解約は、いつでもこの画面からできます。'
        )
      }
    >
      <ButtonLink to="/products?sale_type=2">定期便で買える商品を見る</ButtonLink>
    </EmptyState>
  )
