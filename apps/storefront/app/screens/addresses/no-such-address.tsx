import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** It was deleted on another device, or the address of the page is wrong. */
export const NoSuchAddress = () => (
  <EmptyState title="このお届け先は見つかりません" text="削除されたか、アドレスが変わった可能性があります。">
    <ButtonLink to="/mypage/addresses">お届け先の一覧へ</ButtonLink>
  </EmptyState>
)
