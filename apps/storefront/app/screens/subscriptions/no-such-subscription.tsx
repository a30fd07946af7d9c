import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The address of the page is wrong, or it belongs to somebody else. */
export const NoSuchSubscription = () => (
  <EmptyState title="この定期便は見つかりません" text="アドレスが変わったか、別の会員の定期便の可能性があります。">
    <ButtonLink to="/mypage/subscriptions">定期便の一覧へ</ButtonLink>
  </EmptyState>
)
